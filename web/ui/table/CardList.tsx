import { Box, Checkbox, Stack, Typography } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import { Fragment } from 'react'
import { onHover } from '#themes/index'
import { useT } from '#web/i18n'
import { softBreaks } from '../soft_breaks.js'
import { Pager } from './Pager.js'
import { RowMenu } from './RowMenu.js'
import { SIDES } from './Sheet.js'
import type { DataTableProps, TableColumn } from './table_types.js'

interface CardListProps<R extends object> {
  table: DataTableProps<R>
  selection: ReadonlySet<string | number>
  onSelect: (ids: ReadonlySet<string | number>) => void
}

const shown = <R,>(column: TableColumn<R>, row: R) => column.render?.(row) ?? column.value(row)

/** This many cards fill any phone and are laid out at once; the others when they come near the window. */
const IN_SIGHT = 10

/**
 * Approximate heights in pixels, for the size of a card before it is laid out: the title, the line below it, and a labelled line with its
 * gap.
 */
const HEIGHT = { title: 24, second: 24, by: 20, line: 28 }

/** The labelled values of a row. A zero is a value, an empty text is not. */
const linesOf = <R,>(columns: readonly TableColumn<R>[], row: R) =>
  columns.flatMap((column) => {
    const content = shown(column, row) ?? ''
    return content === '' ? [] : [{ column, content }]
  })

/** A table on a phone: each row is a card with its title, badge and lines. */
export function CardList<R extends object>({ table, selection, onSelect }: CardListProps<R>) {
  const t = useT()
  const { columns, rows = [], rowId, onRowClick, openRow, rowLabel, state, total = 0, more = false } = table
  const choosable = Boolean(table.bulkActions ?? table.selectionActions?.length)
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const badge = columns.find((column) => column.card === 'badge')
  const seconds = columns.flatMap(({ second }) => (second ? [second] : []))
  // The sorted column gets a line of its own on each card, unless the line under the name shows it.
  const by = seconds.length
    ? columns.find((column) => column.key === state?.sort?.field && !column.second && column !== title && column !== badge)
    : undefined
  const sorted = (row: R) => {
    const value = by?.value(row) ?? ''
    return by && value !== '' ? t('core.table.sorted_value', { label: by.label, value }) : null
  }
  const lines = seconds.length
    ? []
    : columns.filter((column) => column !== title && column !== badge && column.card !== 'none' && !column.hidden)

  const toggle = (id: string | number) => {
    const next = new Set(selection)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }

  return (
    <>
      <Stack
        component="ul"
        aria-label={table.label}
        aria-busy={table.loading ?? false}
        sx={{ listStyle: 'none', m: 0, p: 0, borderTop: '1px solid', borderColor: 'divider', opacity: table.loading ? 0.6 : 1 }}
      >
        {rows.map((row, index) => {
          const id = rowId(row)
          const said = linesOf(lines, row)
          const marked = selection.has(id) || (openRow != null && String(id) === String(openRow))
          const name = rowLabel?.(row) ?? String(title?.value(row) ?? '')
          const below = seconds.length ? HEIGHT.second + (by ? HEIGHT.by : 0) : said.length * HEIGHT.line
          return (
            <Box
              component="li"
              key={id}
              // The estimated height follows from the card's own lines, so that nothing jumps while scrolling.
              style={index >= IN_SIGHT ? { containIntrinsicSize: `auto ${HEIGHT.title + below}px` } : undefined}
              sx={{
                position: 'relative',
                ...(index >= IN_SIGHT && { contentVisibility: 'auto' }),
                display: 'flex',
                gap: 2,
                px: SIDES,
                py: 4,
                borderBottom: '1px solid',
                borderColor: 'divider',
                ...(marked && { bgcolor: 'action.selected', boxShadow: ({ brand }: Theme) => `inset 3px 0 0 ${brand.primary.edge}` }),
                ...(onRowClick && onHover({ bgcolor: 'action.hover' })),
              }}
            >
              {choosable && (
                <Checkbox
                  checked={selection.has(id)}
                  onChange={() => toggle(id)}
                  slotProps={{ input: { 'aria-label': t('core.table.select_row', { name }) } }}
                  // Aligns the drawn checkbox with the title: it is 13 pixels inside its button.
                  sx={{ ml: '-13px', mt: -2, width: 44, height: 44, zIndex: 1, alignSelf: 'flex-start' }}
                />
              )}
              <Stack sx={{ flex: 1, minWidth: 0, gap: 2 }}>
                <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 3, alignItems: 'flex-start' }}>
                  <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>
                    {onRowClick ? (
                      // The button covers the card, so that the whole card can be pressed and the button's name stays short.
                      <Box
                        component="button"
                        type="button"
                        onClick={() => onRowClick(row)}
                        sx={{
                          all: 'unset',
                          cursor: 'pointer',
                          '&::after': { content: '""', position: 'absolute', inset: 0 },
                          '&:focus-visible::after': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
                        }}
                      >
                        {title && (title.links ? title.value(row) : shown(title, row))}
                      </Box>
                    ) : (
                      title && shown(title, row)
                    )}
                  </Typography>
                  {/* Several badges wrap below each other before the title wraps. */}
                  {badge && (
                    <Box sx={{ flex: '1 1 0', minWidth: 'min-content', display: 'flex', justifyContent: 'flex-end' }}>
                      {shown(badge, row)}
                    </Box>
                  )}
                </Stack>
                {seconds.length > 0 && (
                  <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere', mt: -1 }}>
                    {seconds
                      .map((second) => second(row))
                      .filter(Boolean)
                      .join(' · ')}
                    {by && (
                      <Box component="span" sx={{ display: 'block' }}>
                        {sorted(row)}
                      </Box>
                    )}
                  </Typography>
                )}
                {said.length > 0 && (
                  // The labels are as wide as the longest one, so that e-mail addresses get the remaining width.
                  <Box
                    component="dl"
                    sx={{
                      m: 0,
                      display: 'grid',
                      gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)',
                      columnGap: 4,
                      rowGap: 2,
                      fontSize: '0.875rem',
                      lineHeight: '20px',
                    }}
                  >
                    {said.map(({ column, content }) => (
                      <Fragment key={column.key}>
                        <Box component="dt" sx={{ color: 'text.secondary' }}>
                          {column.label}
                        </Box>
                        <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                          {softBreaks(content)}
                        </Box>
                      </Fragment>
                    ))}
                  </Box>
                )}
              </Stack>
              {table.rowActions && (
                <Box sx={{ zIndex: 1, mr: -3, mt: -2 }}>
                  <RowMenu name={name} actions={() => table.rowActions!(row)} />
                </Box>
              )}
            </Box>
          )
        })}
      </Stack>
      <Pager state={state} total={total} more={more} />
    </>
  )
}
