import { memo, useState } from 'react'
import type { ReportDefinition } from '../../contract/definition.js'
import { ReportView } from './ReportView.js'
import { useResult } from './use_report.js'

interface PagedReportProps {
  /** Another object, even with the same content, starts at the first page. */
  definition: ReportDefinition
  /** A newer request is already pending. */
  outdated?: boolean
  onSort: (sort: string) => void
}

/** A report, one page at a time: rendered again for another definition, but not for each letter typed next to it. */
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
