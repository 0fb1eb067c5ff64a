import { Box, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import type { ImportReport } from '../../server/services/import.js'

/** The invalid rows of a file, each with its line and reason. */
export function Problems({ report }: { report: ImportReport }) {
  const t = useT()
  return (
    <Stack
      component="ul"
      tabIndex={0}
      aria-label={t('groups.import.problems')}
      sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 360, overflowY: 'auto' }}
    >
      {report.problems.map(({ line, email, group, problem }) => (
        <Stack
          component="li"
          key={line}
          direction={{ xs: 'column', sm: 'row' }}
          sx={{ columnGap: 4, py: 2, borderTop: '1px solid', borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
        >
          <Typography variant="body2" sx={{ color: 'text.secondary', flex: { sm: '0 0 72px' }, fontVariantNumeric: 'tabular-nums' }}>
            {t('groups.import.line', { line })}
          </Typography>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
            {[email, group].filter(Boolean).join(' · ') || '–'}
          </Box>
          <Typography variant="body2" sx={{ color: (theme) => theme.tones.error.text, fontWeight: 550 }}>
            {t(`groups.problem.${problem}`)}
          </Typography>
        </Stack>
      ))}
    </Stack>
  )
}
