import { Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import type { TotalsItem } from '#plugins/learning/server/transformers/totals_transformer'
import { participantPath } from '#plugins/people/contract/index'
import { useT } from '#web/i18n'
import { MatrixCards, StatusChip, ToneChip } from '#web/ui'
import { insightsPath } from '../paths.js'
import { useCellWords } from './cell_words.js'

interface TotalsCardsProps {
  rows: readonly TotalsItem[]
  columns: readonly { id: number; name: string }[]
  /** For an admin who views every company: the company of each person. */
  ofAll: boolean
}

/** /totaal on a phone: a card per person, with their courses. */
export function TotalsCards({ rows, columns, ofAll }: TotalsCardsProps) {
  const t = useT()
  const wordsOf = useCellWords()
  const names = new Map(columns.map(({ id, name }) => [id, name]))
  const lines = (row: TotalsItem) =>
    row.cells.map((cell) => {
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
    })
  return (
    <MatrixCards
      rows={rows}
      path={({ id }) => participantPath(id)}
      ofAll={ofAll}
      lines={lines}
      lineHeight={72}
      empty={t('learning.totals.nothing_given')}
    />
  )
}
