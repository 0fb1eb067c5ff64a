import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import {
  DataGrid,
  GRID_CHECKBOX_SELECTION_COL_DEF,
  type GridColDef,
  type GridRowSelectionModel,
  type GridSortModel,
  useGridApiRef,
} from '@mui/x-data-grid'
import { useAtomValue } from 'jotai'
import { type RefObject, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { onHover } from '#themes/index'
import { useT } from '#web/i18n'
import { cspNonce } from '../../boot/bootstrap.js'
import { VISUALLY_HIDDEN } from '../visually_hidden.js'
import { densityAtom, ROW_HEIGHT } from './density.js'
import { RowMenu } from './RowMenu.js'
import { INSET } from './Sheet.js'
import type { DataTableProps, TableColumn } from './table_types.js'
import { PAGE_SIZES } from './use_table_state.js'

interface GridProps<R extends object> {
  /** The element around the table, whose width is measured. */
  within: RefObject<HTMLElement | null>
  table: DataTableProps<R>
  visible: readonly TableColumn<R>[]
  selection: ReadonlySet<string | number>
  onSelect: (ids: ReadonlySet<string | number>) => void
}

/** Default minimum width of a column, and the width of the checkbox column, in pixels. */
const MIN_WIDTH = 120
const CHECKBOX_WIDTH = 46
/** Distance in pixels from the left edge of the checkbox button to the drawn checkbox. */
const BOX_INDENT = 12

/** Plain text that does not fit ends in dots and is shown in full by a tooltip; other content handles its own overflow. */
function Clipped({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  return (
    <Box component="span" title={children} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {children}
    </Box>
  )
}

/** Text columns may shrink below their minimum width before a column is pushed out of view. Below this share the table scrolls instead. */
const LEAST_SHARE = 0.62

/** The share of their minimum width that the text columns get so that all columns fit in this width. */
function shareOf<R>(columns: readonly TableColumn<R>[], room: number): number {
  const least = (some: readonly TableColumn<R>[]) => some.reduce((sum, column) => sum + (column.minWidth ?? MIN_WIDTH), 0)
  const rigid = least(columns.filter((column) => column.rigid))
  const share = (room - rigid) / (least(columns) - rigid)
  return room && share < 1 && share >= LEAST_SHARE ? share : 1
}

function toGridColumn<R extends object>(column: TableColumn<R>, share: number): GridColDef<R> {
  return {
    field: column.key,
    headerName: column.label,
    flex: column.flex ?? 1,
    minWidth: column.rigid ? (column.minWidth ?? MIN_WIDTH) : Math.floor((column.minWidth ?? MIN_WIDTH) * share),
    sortable: column.sortable ?? false,
    align: column.align ?? 'left',
    headerAlign: column.align ?? 'left',
    valueGetter: (_value, row) => column.value(row),
    renderCell: ({ row }) => (
      <Box
        sx={{
          minWidth: 0,
          width: '100%',
          display: 'flex',
          alignItems: 'center',
          justifyContent: column.align === 'right' ? 'flex-end' : 'flex-start',
        }}
      >
        <Clipped>{column.render ? column.render(row) : column.value(row)}</Clipped>
      </Box>
    ),
  }
}

const MENU_FIELD = '__menu__'
const MENU_WIDTH = 56

/** The column with a row's menu, at the end of the row. */
function menuColumn<R extends object>({ rowActions, rowLabel, rowId }: DataTableProps<R>, header: string): GridColDef<R>[] {
  if (!rowActions) return []
  return [
    {
      field: MENU_FIELD,
      headerName: header,
      // For screen readers only; the three dots are enough for everybody else.
      renderHeader: () => <Box sx={VISUALLY_HIDDEN}>{header}</Box>,
      width: MENU_WIDTH,
      minWidth: MENU_WIDTH,
      sortable: false,
      align: 'center',
      renderCell: ({ row, tabIndex }) => (
        <RowMenu name={rowLabel?.(row) ?? String(rowId(row))} actions={() => rowActions(row)} tabIndex={tabIndex} />
      ),
    },
  ]
}

/** Keeps a cell in place while the others scroll below it. */
const pinned = (side: 'left' | 'right', offset: number) => ({ position: 'sticky', [side]: offset, zIndex: 2, backgroundColor: 'inherit' })

/** MUI X's data grid in our style. DataTable loads it lazily and passes it the server's rows. */
export default function Grid<R extends object>({ within, table, visible, selection, onSelect }: GridProps<R>) {
  const t = useT()
  const intl = useIntl()
  const { surfaces, brand } = useTheme()
  const { rows = [], rowId, state, total, more, loading, onRowClick, openRow } = table
  const choosable = Boolean(table.bulkActions ?? table.selectionActions?.length)
  // Measures the surrounding element, which exists already: rendered at the right width from the start, no column moves.
  const [width, setWidth] = useState(() => within.current?.clientWidth ?? 0)
  const frame = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const density = useAtomValue(densityAtom)
  // Memoized: the grid treats another object as another sort order and then goes to its first page.
  const { field, direction } = state.sort ?? {}
  const order = useMemo<GridSortModel>(() => (field && direction ? [{ field, sort: direction }] : []), [field, direction])
  const at = useMemo(() => ({ page: state.page - 1, pageSize: state.perPage }), [state.page, state.perPage])
  const grid = useGridApiRef()
  const count = total ?? rows.length
  // The grid refuses a page beyond the row count it knows, and does not try again when the count arrives, for example after going back from
  // a search. So the page is set again.
  useEffect(() => grid.current?.setPaginationModel(at), [grid, at, count])
  const aside = (choosable ? CHECKBOX_WIDTH : 0) + (table.rowActions ? MENU_WIDTH : 0)
  const share = shareOf(visible, width - aside)
  // Not memoized: the columns are created again when a row changes, because a menu reads the current rows when it opens.
  const columns: GridColDef<R>[] = [
    ...(choosable ? [{ ...GRID_CHECKBOX_SELECTION_COL_DEF, width: CHECKBOX_WIDTH, minWidth: CHECKBOX_WIDTH } as GridColDef<R>] : []),
    ...visible.map((column) => toGridColumn(column, share)),
    ...menuColumn(table, t('core.table.actions')),
  ]
  const name = visible.find(({ card }) => card === 'title') ?? visible[0]
  const scrolls =
    width > 0 &&
    visible.reduce((sum, { minWidth = MIN_WIDTH, rigid }) => sum + (rigid ? minWidth : minWidth * share), 0) > width - aside + 1
  const gridSelection: GridRowSelectionModel = { type: 'include', ids: new Set(selection) }

  const choose = (model: GridRowSelectionModel) => {
    // By "exclude" the grid means all rows but these; here it means the rows on this page.
    if (model.type === 'include') return onSelect(new Set(model.ids))
    onSelect(new Set(rows.map(rowId).filter((id) => !model.ids.has(id))))
  }

  const sort = ([first]: GridSortModel) => {
    // The grid drops the sort order when its column is hidden; the list keeps it.
    if (!first && field && !visible.some(({ key }) => key === field)) return
    state.setSort(first?.sort ? { field: first.field, direction: first.sort } : null)
  }

  return (
    <Box ref={frame}>
      <DataGrid<R>
        {...(cspNonce && { nonce: cspNonce })}
        apiRef={grid}
        aria-label={table.label}
        rows={rows as R[]}
        columns={columns}
        getRowId={rowId}
        rowCount={count}
        loading={loading ?? false}
        autoHeight
        rowHeight={ROW_HEIGHT[density]}
        // A page of rows is rendered completely, because pinned cells must exist at every scroll position.
        disableVirtualization={scrolls}
        columnHeaderHeight={44}
        paginationMode="server"
        paginationModel={at}
        pageSizeOptions={PAGE_SIZES}
        sortingMode="server"
        sortModel={order}
        onSortModelChange={sort}
        filterMode="server"
        hideFooterSelectedRowCount
        disableColumnFilter
        disableColumnMenu
        disableColumnSelector
        disableRowSelectionOnClick
        checkboxSelection={choosable}
        rowSelectionModel={gridSelection}
        onRowSelectionModelChange={choose}
        onRowClick={({ row }) => onRowClick?.(row)}
        getRowClassName={({ id }) => (openRow != null && String(id) === String(openRow) ? 'opened' : '')}
        onCellKeyDown={({ row, field }, event) => {
          if (event.key === 'Enter' && field !== '__check__' && field !== MENU_FIELD && onRowClick) {
            event.preventDefault()
            onRowClick(row)
          }
        }}
        // Only for a person's own press: the grid changes its page on its own when the order or the count changes, also after going back.
        slotProps={{
          basePagination: { onPageChange: (_event, page) => state.setPage(page + 1), onRowsPerPageChange: state.setPerPage },
          // Hidden from assistive technology: MUI gives the bar no name. The grid keeps its rows while it loads again.
          loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton', 'aria-hidden': true },
        }}
        localeText={{
          paginationRowsPerPage: t('core.table.per_page'),
          paginationDisplayedRows: ({ from, to, count }) =>
            t('core.table.range', { from, to, count: `${intl.formatNumber(count)}${more ? '+' : ''}` }),
          paginationItemAriaLabel: (type) => t(`core.table.${type}_page`),
          checkboxSelectionHeaderName: t('core.table.selection'),
          checkboxSelectionSelectAllRows: t('core.table.select_all'),
          checkboxSelectionUnselectAllRows: t('core.table.select_none'),
          checkboxSelectionSelectRow: t('core.table.select_this'),
          checkboxSelectionUnselectRow: t('core.table.unselect_this'),
          columnHeaderSortIconLabel: t('core.table.sort'),
        }}
        sx={{
          border: 0,
          borderTop: `1px solid ${surfaces.divider}`,
          borderRadius: 0,
          '--DataGrid-t-color-interactive-focus': brand.primary.text,
          '& .MuiDataGrid-columnHeader': { bgcolor: surfaces.background, color: 'text.secondary' },
          '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 600, fontSize: '0.8125rem' },
          '& .MuiDataGrid-columnSeparator': { display: 'none' },
          // Opaque colours of the theme: the grid's own ones are too faint to see.
          '& .MuiDataGrid-row': {
            backgroundColor: surfaces.paper,
            cursor: onRowClick ? 'pointer' : 'default',
            ...onHover({ backgroundColor: surfaces.hover }),
            '&.Mui-selected, &.opened': { backgroundColor: brand.primary.soft, boxShadow: `inset 3px 0 0 ${brand.primary.edge}` },
          },
          // Aligned with the page's title; for a checkbox its drawn part is aligned.
          '& [aria-colindex="1"]': { paddingLeft: `${INSET - 1}px` },
          '& .MuiDataGrid-cellCheckbox, & .MuiDataGrid-columnHeaderCheckbox': { paddingLeft: `${INSET - 1 - BOX_INDENT}px` },
          '& .MuiDataGrid-cellCheckbox, & .MuiDataGrid-columnHeaderCheckbox .MuiDataGrid-columnHeaderTitleContainer': {
            justifyContent: 'flex-start',
          },
          '& .MuiDataGrid-cell': { borderColor: surfaces.divider, display: 'flex', alignItems: 'center' },
          ...(scrolls &&
            name && {
              '& .MuiDataGrid-columnHeaders, & .MuiDataGrid-columnHeaders > [role=row]': {
                overflow: 'visible',
                backgroundColor: surfaces.background,
              },
              '& .MuiDataGrid-cellCheckbox, & .MuiDataGrid-columnHeaderCheckbox': pinned('left', 0),
              [`& [data-field="${name.key}"]`]: {
                ...pinned('left', choosable ? CHECKBOX_WIDTH : 0),
                borderRight: `1px solid ${surfaces.divider}`,
              },
              [`& [data-field="${MENU_FIELD}"]`]: pinned('right', 0),
            }),
          '& .MuiTablePagination-selectLabel, & .MuiTablePagination-displayedRows': { fontSize: '0.8125rem' },
        }}
      />
    </Box>
  )
}
