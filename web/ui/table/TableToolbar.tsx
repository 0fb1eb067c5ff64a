import { Box, Button, Stack } from '@mui/material'
import { useEffect, useRef } from 'react'
import { useT } from '#web/i18n'
import { ColumnMenu } from './ColumnMenu.js'
import { downloadText, tableCsv } from './csv.js'
import { SavedViews, ViewsButton } from './SavedViews.js'
import { SelectionBar } from './SelectionBar.js'
import { SIDES } from './Sheet.js'
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
  /** Cards show every line, so they need a sort menu instead of a column menu and headers. */
  compact: boolean
}

/**
 * Clearing the selection removes the button that was pressed. When the focus is lost by that, it moves to the toolbar that replaces it: Tab
 * continues from there, and no on-screen keyboard opens.
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
      // A closing confirm dialog: it could not return the focus to a button that was disabled while busy.
      const dialog = at?.closest('[role=dialog], [role=alertdialog]')
      const lost = !at || at === document.body || (dialog && !dialog.contains(bar.current))
      if (lost) bar.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [count])
  return bar
}

/** Search, filters, sort order, columns and export; when rows are selected, the bulk actions. */
export function TableToolbar<R extends object>({ table, shown, selected, choice, compact }: TableToolbarProps<R>) {
  const t = useT()
  const bar = useFocusAfterChoice(choice.count)
  const { visible } = shown
  const { state, filters = [], searchLabel, csv, onExport } = table

  const choosing = choice.count > 0
  return (
    // The two bars overlap, so that selecting rows does not move the rows.
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', '& > *': { gridArea: '1 / 1' } }}>
      <Stack
        ref={bar}
        tabIndex={-1}
        direction="row"
        role="search"
        aria-label={table.label}
        inert={choosing}
        sx={{ px: SIDES, py: 3, gap: 2, alignItems: 'center', flexWrap: 'wrap', minHeight: 68, ...(choosing && { visibility: 'hidden' }) }}
      >
        {searchLabel && <TableSearch state={state} label={searchLabel} />}
        <Filters filters={filters} state={state} />
        {state.narrowed && (
          <Button size="small" color="inherit" onClick={state.clear}>
            {t('core.table.clear')}
          </Button>
        )}
        {compact && <SortMenu columns={table.columns} state={state} />}
        <Stack direction="row" sx={{ ml: 'auto', alignItems: 'center', gap: 1, minHeight: 44 }}>
          {/* Not loaded yet: its place is reserved, so that nothing beside it moves. */}
          {filters === null && <ViewsButton compact={compact} disabled />}
          {table.list && <SavedViews list={table.list} state={state} shown={shown} compact={compact} />}
          {!compact && <ColumnMenu columns={table.columns} visible={visible} onToggle={shown.toggle} />}
          {csv && <ExportButton onClick={() => downloadText(`${table.id}.csv`, tableCsv(visible, table.rows ?? []))} />}
          {onExport && <ExportMenu onExport={onExport} />}
        </Stack>
      </Stack>
      {choosing && <SelectionBar table={table} selected={selected} choice={choice} />}
    </Box>
  )
}
