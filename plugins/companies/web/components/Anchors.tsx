import { Box, Link, Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { anchorOf, groupsOf, type SettingsDescription } from '#web/ui'
import { useCurrentPart } from '../use_current_part.js'

/** Links to each part of a long page; the current one is marked. */
export function Anchors({ description }: { description: SettingsDescription }) {
  const t = useT()
  const groups = groupsOf(description)
  const current = useCurrentPart(groups.map(anchorOf))
  return (
    <Box component="nav" aria-label={t('companies.profile.parts')} sx={{ width: { md: 220 }, flexShrink: 0 }}>
      <Stack
        component="ul"
        direction={{ xs: 'row', md: 'column' }}
        sx={{
          listStyle: 'none',
          p: 0,
          m: 0,
          gap: { xs: 4, md: 0 },
          overflowX: 'auto',
          position: { md: 'sticky' },
          top: { md: 130 },
          whiteSpace: { xs: 'nowrap', md: 'normal' },
          // On a phone the row continues to the right: its end fades, and the last part can be scrolled out of the fade.
          pr: { xs: 8, md: 0 },
          maskImage: { xs: 'linear-gradient(to right, black calc(100% - 40px), transparent)', md: 'none' },
        }}
      >
        {groups.map(({ plugin, name }) => {
          const id = anchorOf({ plugin, name })
          return (
            <li key={id}>
              <Link
                href={`#${id}`}
                underline="hover"
                color="inherit"
                aria-current={id === current ? 'location' : undefined}
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  minHeight: { xs: 44, md: 36 },
                  fontSize: '0.875rem',
                  lineHeight: 1.4,
                  borderRadius: 0,
                  fontWeight: 550,
                  // A line at the side of a column. On a phone the row scrolls away with the page: nothing to mark.
                  pl: { md: 3 },
                  borderLeft: { md: '2px solid' },
                  borderColor: { md: 'divider' },
                  '&[aria-current]': { color: { md: 'primary.main' }, borderColor: { md: 'primary.main' } },
                }}
              >
                {t(`${plugin}.settings.group_${name}`)}
              </Link>
            </li>
          )
        })}
      </Stack>
    </Box>
  )
}
