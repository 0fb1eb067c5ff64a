import { Button } from '@mui/material'
import type { ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState } from '../States.js'
import type { TableState } from './use_table_state.js'

interface ListFailedProps {
  error: ApiError
  part?: string | undefined
  onRetry?: (() => void) | undefined
  state: Pick<TableState, 'narrowed' | 'clear'>
}

/**
 * Explains why there are no rows. A filter of an old link that the list does not know would fail again, so it can be cleared instead of
 * retried.
 */
export function ListFailed({ error, part, onRetry, state }: ListFailedProps) {
  const t = useT()
  if (error.status !== 422 || !state.narrowed) return <ErrorState error={error} {...(part && { part })} {...(onRetry && { onRetry })} />
  return (
    <EmptyState
      icon="filter"
      title={t('core.table.unknown_filter')}
      text={t('core.table.unknown_filter_text')}
      action={
        <Button variant="outlined" onClick={state.clear}>
          {t('core.table.clear')}
        </Button>
      }
    />
  )
}
