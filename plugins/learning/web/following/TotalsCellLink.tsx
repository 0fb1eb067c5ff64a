import { participationStatuses } from '#plugins/learning/contract/statuses'
import type { TotalsCell } from '#plugins/learning/server/transformers/totals_transformer'
import { MatrixTile } from '#web/ui'
import { insightsPath } from '../paths.js'
import { useCellWords } from './cell_words.js'

interface TotalsCellLinkProps {
  cell: TotalsCell
  /** The person and the course, for screen readers. */
  of: string
  tabIndex: 0 | -1
}

/** One person in one course; links to the details. */
export function TotalsCellLink({ cell, of, tabIndex }: TotalsCellLinkProps) {
  const { main, date, words } = useCellWords()(cell)
  const [tone, icon] = cell.overdue ? (['error', 'warning'] as const) : participationStatuses.looks[cell.status]
  return (
    <MatrixTile
      tone={tone}
      icon={icon}
      main={main}
      sub={date}
      label={`${of}: ${words}`}
      title={words}
      tabIndex={tabIndex}
      to={insightsPath(cell.id)}
    />
  )
}
