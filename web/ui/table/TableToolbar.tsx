import { Button, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { ColumnMenu } from './ColumnMenu.js'
import { downloadText, tableCsv } from './csv.js'
import { SavedViews } from './SavedViews.js'
import { SortMenu } from './SortMenu.js'
import type { DataTableProps, ShownColumns } from './table_types.js'
import { Filters } from './filters.js'
import { ExportButton, ExportMenu, TableSearch } from './toolbar_parts.js'
import type { TableChoice } from './use_selection.js'

interface TableToolbarProps<R extends object> {
  table: DataTableProps<R>
  shown: ShownColumns<R>
  selected: readonly R[]
  choice: TableChoice
  /** Cards show every line: there are no columns to choose, and no heads to sort by. */
  compact: boolean
}

/**
 * The button that ended the choice goes away with it. Where that left the focus nowhere, it goes to what came in its
 * place: Tab goes on from there, and no phone opens its keyboard.
 */
function useFocusAfterChoice(count: number) {
  const bar = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const ended = before.current > 0 && count === 0
    before.current = count
    if (!ended) return undefined
    const frame = requestAnimationFrame(() => {
      const at = document.activeElement
      // The dialog that asked, on its way out: it could not give the focus back to a button that was busy.
      const dialog = at?.closest('[role=dialog], [role=alertdialog]')
      const lost = !at || at === document.body || (dialog && !dialog.contains(bar.current))
      if (lost) bar.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [count])
  return bar
}

/** Search, filters, order, columns and export; with rows chosen, what can be done with them. */
export function TableToolbar<R extends object>({ table, shown, selected, choice, compact }: TableToolbarProps<R>) {
  const t = useT()
  const [running, setRunning] = useState<string | null>(null)
  const bar = useFocusAfterChoice(choice.count)
  const { visible } = shown
  const { state, filters = [], searchLabel, csv, bulkActions = [], selectionActions = [], onExport } = table

  const run = async (label: string, work: () => PromiseLike<unknown> | void) => {
    setRunning(label)
    try {
      if ((await work()) !== false) choice.clear()
    } finally {
      setRunning(null)
    }
  }
  const actions = [
    ...bulkActions.map(({ onRun, ...action }) => ({ ...action, start: () => onRun([...selected]) })),
    ...selectionActions.map(({ onRun, ...action }) => ({ ...action, start: () => onRun(choice.chosen, choice.count) })),
  ]

  if (choice.count > 0) {
    return (
      <Stack
        direction="row"
        ref={bar}
        role="toolbar"
        aria-label={t('core.table.selection')}
        sx={{ p: 3, gap: 2, alignItems: 'center', flexWrap: 'wrap', minHeight: 64, bgcolor: 'action.selected' }}
      >
        <Typography variant="body2" role="status" sx={{ fontWeight: 600, mr: 2 }}>
          {choice.chosen.kind === 'all' && !choice.chosen.except.size
            ? t(table.more ? 'core.table.all_selected_more' : 'core.table.all_selected', { count: choice.count })
            : t('core.table.selected', { count: choice.count })}
        </Typography>
        {choice.canChooseAll && (
          <Button size="small" color="inherit" onClick={choice.chooseAll}>
            {t(table.more ? 'core.table.select_everything_more' : 'core.table.select_everything', { count: table.total ?? 0 })}
          </Button>
        )}
        {actions.map((action) => (
          <Button
            key={action.label}
            size="small"
            variant="outlined"
            color={action.destructive ? 'error' : 'inherit'}
            startIcon={<Icon name={action.icon} />}
            loading={running === action.label}
            loadingPosition="start"
            disabled={running !== null && running !== action.label}
            onClick={() => void run(action.label, action.start)}
          >
            {action.label}
          </Button>
        ))}
        {onExport && <ExportMenu onExport={(format) => onExport(format, { selection: choice.chosen, count: choice.count })} />}
        <Button size="small" color="inherit" onClick={choice.clear}>
          {t('core.table.clear_selection')}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack
      ref={bar}
      tabIndex={-1}
      direction="row"
      role="search"
      aria-label={table.label}
      sx={{ p: 3, gap: 2, alignItems: 'center', flexWrap: 'wrap', minHeight: 64 }}
    >
      {searchLabel && <TableSearch state={state} label={searchLabel} />}
      <Filters filters={filters} state={state} />
      {state.narrowed && (
        <Button size="small" color="inherit" onClick={state.clear}>
          {t('core.table.clear')}
        </Button>
      )}
      {compact && <SortMenu columns={table.columns} state={state} />}
      <Stack direction="row" sx={{ ml: 'auto', gap: 1 }}>
        {table.list && <SavedViews list={table.list} state={state} shown={shown} compact={compact} />}
        {!compact && <ColumnMenu columns={table.columns} visible={visible} onToggle={shown.toggle} />}
        {csv && <ExportButton onClick={() => downloadText(`${table.id}.csv`, tableCsv(visible, table.rows ?? []))} />}
        {onExport && <ExportMenu onExport={onExport} />}
      </Stack>
    </Stack>
  )
}
