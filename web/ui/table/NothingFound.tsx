import { Button } from '@mui/material'
import { useT } from '#web/i18n'
import { EmptyState } from '../States.js'

/** Shown when a search or filter matches nothing, with a button to clear it. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useT()
  return (
    <EmptyState
      icon="search"
      title={t('core.table.nothing_found')}
      text={t('core.table.nothing_found_text')}
      action={
        <Button variant="outlined" onClick={onClear}>
          {t('core.table.clear')}
        </Button>
      }
    />
  )
}
