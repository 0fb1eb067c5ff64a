import { memo, useState } from 'react'
import type { ReportDefinition } from '../../contract/definition.js'
import { ReportView } from './ReportView.js'
import { useResult } from './use_report.js'

interface PreviewProps {
  /** What is asked for: the form's, without what is still to be filled in. */
  asked: ReportDefinition
  /** The form is about something else already. */
  outdated: boolean
  onSort: (sort: string) => void
}

/** What the form makes, a page at a time: drawn anew when it asks for something else, and not with each letter of a name. */
export const Preview = memo(function Preview({ asked, outdated, onSort }: PreviewProps) {
  const [{ of, page }, setPage] = useState({ of: asked, page: 1 })
  const shown = of === asked ? page : 1
  const result = useResult(asked, shown)
  return (
    <ReportView
      definition={asked}
      result={result.data}
      error={result.error}
      onRetry={() => void result.refetch()}
      stale={result.isPlaceholderData || outdated}
      page={shown}
      onPage={(next) => setPage({ of: asked, page: next })}
      onSort={onSort}
    />
  )
})
