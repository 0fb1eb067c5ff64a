import { Box, Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ErrorState, LoadingState, Section } from '#web/ui'
import type { HistoryLine } from '../../server/services/history.js'

/** The events of a link, newest first. */
export function LinkHistory({ link }: { link: number }) {
  const t = useT()
  const query = useApiQuery(['booking_links', 'history', link], () => api.bookingLinks.history.index({ params: { id: link } }))
  if (!query.data) {
    if (query.error) return <ErrorState error={query.error} part="booking_links" onRetry={() => void query.refetch()} />
    return <LoadingState shape="rows" count={3} />
  }
  return (
    <Section title={t('booking_links.tab.history')}>
      <Stack component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {query.data.data.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Stack>
    </Section>
  )
}

/** Fields with a different label in the form. */
const LABELS: Readonly<Record<string, string>> = { price_kind: 'price', price_value: 'price', type: 'target' }

function Line({ line: { act, fields, at } }: { line: HistoryLine }) {
  const t = useT()
  const format = useFormat()
  const names = [...new Set(fields.map((field) => LABELS[field] ?? field))].map((field) => t(`booking_links.field.${field}`))
  return (
    <Box component="li" sx={{ py: 2, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Typography>{t(`booking_links.history.${act}`, { fields: format.list(names) })}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {format.dateTime(at)}
      </Typography>
    </Box>
  )
}
