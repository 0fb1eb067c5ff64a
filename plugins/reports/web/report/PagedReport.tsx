import { memo, useState } from 'react'
import type { ReportDefinition } from '../../contract/definition.js'
import { ReportView } from './ReportView.js'
import { useResult } from './use_report.js'

interface PagedReportProps {
  /** Another one, in content or only in identity, begins at its first page. */
  definition: ReportDefinition
  /** Something else is being asked for already. */
  outdated?: boolean
  onSort: (sort: string) => void
}

/** A report, a page at a time: drawn anew when it is another one, and not with each letter that is typed beside it. */
export const PagedReport = memo(function PagedReport({ definition, outdated = false, onSort }: PagedReportProps) {
  const [{ of, page }, setPage] = useState({ of: definition, page: 1 })
  const shown = of === definition ? page : 1
  const result = useResult(definition, shown)
  return (
    <ReportView
      definition={definition}
      result={result.data}
      error={result.error}
      onRetry={() => void result.refetch()}
      stale={result.isPlaceholderData || outdated}
      page={shown}
      onPage={(next) => setPage({ of: definition, page: next })}
      onSort={onSort}
    />
  )
})
