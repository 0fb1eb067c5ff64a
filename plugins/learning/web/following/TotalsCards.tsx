import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import type { TotalsItem } from '#plugins/learning/server/transformers/totals_transformer'
import { participantPath } from '#plugins/people/contract/index'
import { useT } from '#web/i18n'
import { StatusChip, ToneChip } from '#web/ui'
import { insightsPath } from '../paths.js'
import { useCellWords } from './cell_words.js'

interface TotalsCardsProps {
  rows: readonly TotalsItem[]
  columns: readonly { id: number; name: string }[]
  /** Of an admin who looks at every company: whose person it is. */
  ofAll: boolean
}

/** /totaal on a phone: a person each, with what they were given. */
export function TotalsCards({ rows, columns, ofAll }: TotalsCardsProps) {
  const t = useT()
  const wordsOf = useCellWords()
  const names = new Map(columns.map(({ id, name }) => [id, name]))
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: '1px solid', borderColor: 'divider' }}>
      {rows.map((row) => (
        <Box component="li" key={row.id} sx={{ p: 4, borderBottom: '1px solid', borderColor: 'divider' }}>
          <Link component={RouterLink} to={participantPath(row.id)} underline="hover" color="inherit" sx={{ fontWeight: 650, py: 1 }}>
            {row.name}
          </Link>
          {ofAll && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {row.company}
            </Typography>
          )}
          {row.cells.length === 0 ? (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('learning.totals.nothing_given')}
            </Typography>
          ) : (
            <Stack component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, gap: 3 }}>
              {row.cells.map((cell) => {
                const { main, date } = wordsOf(cell)
                return (
                  <Stack component="li" key={cell.id} sx={{ gap: 1 }}>
                    <Link component={RouterLink} to={insightsPath(cell.id)} sx={{ py: 1, overflowWrap: 'anywhere' }}>
                      {names.get(cell.course) ?? ''}
                    </Link>
                    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
                      <StatusChip of={participationStatuses} status={cell.status} />
                      {cell.overdue && <ToneChip tone="error" icon="warning" label={t('learning.totals.overdue')} />}
                      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                        {[cell.status === 'busy' && main, cell.grade !== null && cell.status !== 'busy' && `${cell.grade}%`, date]
                          .filter(Boolean)
                          .join(' · ')}
                      </Typography>
                    </Stack>
                  </Stack>
                )
              })}
            </Stack>
          )}
        </Box>
      ))}
    </Stack>
  )
}
