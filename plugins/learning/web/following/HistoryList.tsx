import { Box, Stack, Typography } from '@mui/material'
import type { InsightsPage as Insights } from '#plugins/learning/server/transformers/insights_transformer'
import { useFormat, useT } from '#web/i18n'
import { Section } from '#web/ui'

type Entry = Insights['history'][number]

/** The history of a course: what was done, by whom and why, newest first. */
export function HistoryList({ history }: { history: readonly Entry[] }) {
  const t = useT()
  const format = useFormat()
  const about = ({ action, details, step }: Entry): string | null => {
    const due = typeof details.due_at === 'string' ? t('learning.due.by', { day: format.weekday(details.due_at) }) : null
    const until =
      typeof details.expires_at === 'string' ? t('learning.history.access_until', { date: format.day(details.expires_at) }) : null
    if (action === 'due_changed') return due ?? t('learning.history.no_due')
    if (action === 'retry' || action === 'confirm') return step
    return [until, due].filter(Boolean).join(' · ') || null
  }
  return (
    <Section title={t('learning.history.title')}>
      {history.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('learning.history.none')}</Typography>
      ) : (
        <Stack component="ol" sx={{ listStyle: 'none', m: 0, p: 0, gap: 4 }}>
          {history.map((entry) => (
            <Box component="li" key={entry.id} sx={{ pl: 3, borderLeft: '3px solid', borderColor: 'divider' }}>
              <Typography sx={{ fontWeight: 600 }}>{t(`learning.history.${entry.action}`)}</Typography>
              {about(entry) && <Typography variant="body2">{about(entry)}</Typography>}
              {entry.reason && (
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                  {entry.action === 'confirm' ? entry.reason : t('learning.history.reason', { reason: entry.reason })}
                </Typography>
              )}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {format.dateTime(entry.at)} ·{' '}
                {entry.by ?? t(entry.by_platform ? 'learning.history.by_platform' : 'learning.history.by_nobody')}
              </Typography>
            </Box>
          ))}
        </Stack>
      )}
    </Section>
  )
}
