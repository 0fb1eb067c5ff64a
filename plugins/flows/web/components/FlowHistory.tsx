import { Box, Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, Section } from '#web/ui'
import type { HistoryLine } from '../../server/services/find_history.js'

/** Returns the history of a flow, newest first. */
export function FlowHistory({ flow }: { flow: number }) {
  const t = useT()
  const query = useApiQuery(['flows', 'history', flow], () => api.flows.history.index({ params: { id: flow } }))
  if (!query.data) {
    if (query.error) return <ErrorState error={query.error} part="flows" onRetry={() => void query.refetch()} />
    return <LoadingState shape="rows" count={4} />
  }
  const lines = query.data.data
  if (!lines.length) return <EmptyState icon="calendar" title={t('flows.history.empty')} />
  return (
    <Section title={t('flows.tab.history')}>
      <Stack component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Stack>
    </Section>
  )
}

function Line({ line: { act, at, by, by_platform: byPlatform, person, version, course, due_on: due, reason } }: { line: HistoryLine }) {
  const t = useT()
  const format = useFormat()
  const who = by ? t('flows.history.by', { by }) : byPlatform ? t('flows.history.by_platform') : null
  return (
    <Box component="li" sx={{ py: 2, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Typography>
        {t(`flows.history.${act}`, {
          person: person ?? t('flows.history.somebody'),
          version: version ?? 1,
          course: course ?? '',
          date: due ? format.day(due) : '',
        })}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[reason, format.dateTime(at), who].filter(Boolean).join(', ')}
      </Typography>
    </Box>
  )
}
