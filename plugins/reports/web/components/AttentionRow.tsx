import { Box, Link, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router'
import { participantPath } from '#plugins/people/contract/index'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Icon, type IconName } from '#web/ui'
import type { AttentionItem } from '../../server/transformers/attention_transformer.js'

const LOOKS: Record<AttentionItem['kind'], { icon: IconName; tone: 'warning' | 'info' | 'error' }> = {
  overdue: { icon: 'warning', tone: 'error' },
  expiring: { icon: 'expired', tone: 'warning' },
  not_started: { icon: 'calendar', tone: 'info' },
  failed: { icon: 'error', tone: 'error' },
}

function AttentionCard({ item }: { item: AttentionItem }) {
  const t = useT()
  const format = useFormat()
  const { tones } = useTheme()
  const { icon, tone } = LOOKS[item.kind]
  return (
    <Paper component="section" variant="outlined" sx={{ p: 4, display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
        <Box
          sx={{
            width: 32,
            height: 32,
            flexShrink: 0,
            borderRadius: 1,
            display: 'grid',
            placeItems: 'center',
            bgcolor: tones[tone].soft,
            color: tones[tone].text,
          }}
        >
          <Icon name={icon} />
        </Box>
        <Typography component="h3" sx={{ fontWeight: 600, minWidth: 0 }}>
          {t(`reports.attention.${item.kind}`, { count: item.count })}
        </Typography>
      </Stack>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          columnGap: 5,
          rowGap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
        }}
      >
        {item.people.map((person) => (
          <Box component="li" key={`${person.membership_id} ${person.course_name}`} sx={{ minWidth: 0 }}>
            <Link
              component={RouterLink}
              to={participantPath(person.membership_id)}
              underline="hover"
              sx={{ color: 'text.primary', fontWeight: 550 }}
            >
              {person.name}
            </Link>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {person.course_name} · {t(`reports.attention.${item.kind}_when`, { when: format.relativeDays(person.at) })}
            </Typography>
          </Box>
        ))}
      </Box>
      {item.count > item.people.length && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('reports.attention.more', { count: item.count - item.people.length })}
        </Typography>
      )}
    </Paper>
  )
}

/** What somebody should do something about, before any number. Nothing while there is nothing. */
export function AttentionRow() {
  const t = useT()
  const { data } = useApiQuery(['reports', 'attention'], () => api.reports.dashboard.attention({}), { live: true })
  if (!data?.data.length) return null
  return (
    <Box component="section" aria-label={t('reports.attention.title')}>
      <Typography variant="h2" sx={{ mb: 3 }}>
        {t('reports.attention.title')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: `repeat(${Math.min(data.data.length, 2)}, minmax(0, 1fr))`,
            lg: `repeat(${data.data.length}, minmax(0, 1fr))`,
          },
        }}
      >
        {data.data.map((item) => (
          <AttentionCard key={item.kind} item={item} />
        ))}
      </Box>
    </Box>
  )
}
