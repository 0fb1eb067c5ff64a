import { Button, Divider, MenuItem, Radio } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { PopupMenu } from '../PopupMenu.js'
import type { TableColumn } from './table_types.js'
import type { TableSort, TableState } from './use_table_state.js'

interface SortMenuProps<R> {
  columns: readonly TableColumn<R>[]
  state: Pick<TableState, 'sort' | 'setSort'>
}

/** Chooses the sort order of cards on a phone, which have no column headers. */
export function SortMenu<R>({ columns, state: { sort, setSort } }: SortMenuProps<R>) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choices = columns.filter(({ sortable }) => sortable)
  if (!choices.length) return null
  const by = choices.find(({ key }) => key === sort?.field)
  const choose = (next: TableSort) => {
    setAnchor(null)
    setSort(next)
  }
  const one = (key: string, label: string, checked: boolean, next: TableSort) => (
    <MenuItem key={key} role="menuitemradio" aria-checked={checked} onClick={() => choose(next)} sx={{ py: 0 }}>
      <Radio size="small" checked={checked} tabIndex={-1} disableRipple inert sx={{ ml: -2 }} />
      {label}
    </MenuItem>
  )
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        startIcon={<Icon name={sort?.direction === 'desc' ? 'down' : 'up'} />}
        aria-label={by ? `${t('core.table.sort')}: ${by.label}` : t('core.table.sort')}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 44, minWidth: 0, borderColor: (theme) => theme.surfaces.controlBorder }}
      >
        {by?.label ?? t('core.table.sort')}
      </Button>
      <PopupMenu label={t('core.table.sort')} anchor={anchor} onClose={() => setAnchor(null)}>
        {choices.map(({ key, label }) => one(key, label, key === by?.key, { field: key, direction: sort?.direction ?? 'asc' }))}
        {by && <Divider component="li" role="separator" />}
        {by &&
          (['asc', 'desc'] as const).map((direction) =>
            one(direction, t(`core.table.sort_${direction}`), sort?.direction === direction, { field: by.key, direction }),
          )}
      </PopupMenu>
    </>
  )
}
