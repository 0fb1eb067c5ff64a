import { Button, Checkbox, ListItemIcon, MenuItem, OutlinedInput, Select, useMediaQuery } from '@mui/material'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { PopupMenu } from '../PopupMenu.js'
import { DaysButton } from './DaysButton.js'
import type { TableFilter } from './table_types.js'
import type { TableState } from './use_table_state.js'

// The calendar is loaded with the first date filter that is opened.
const DaysFilter = lazy(() => import('./DaysFilter.js'))

export interface FilterProps {
  filter: TableFilter
  state: Pick<TableState, 'filters' | 'setFilter'>
  /** Opens its options at once, because the person has just added the filter. */
  startsOpen?: boolean
  /** It is the only filter. */
  alone?: boolean
}

/**
 * This many filters are shown beside each other, and this many on a tablet. When there are more, unused ones are behind "Filter". On a
 * phone all of them are, because the bar would take three lines.
 */
const MOST_IN_SIGHT = 4
const MOST_ON_A_TABLET = 2

/** One filter of a list; its value is in the address. */
export function FilterSelect({ filter, state, startsOpen = false, alone = false }: FilterProps) {
  const t = useT()
  const [open, setOpen] = useState(startsOpen)
  if (filter.kind === 'days')
    return (
      <Suspense fallback={<DaysButton label={filter.label} disabled />}>
        <DaysFilter filter={filter} state={state} startsOpen={startsOpen} />
      </Suspense>
    )
  const value = state.filters[filter.key] ?? ''
  const chosen = value ? value.split(',') : []
  const nameOf = (one: string) => filter.options.find((option) => option.value === one)?.label ?? one
  const shown = chosen.length > 2 ? `${nameOf(chosen[0]!)} +${chosen.length - 1}` : chosen.map(nameOf).join(', ')
  return (
    <Select
      size="small"
      displayEmpty
      multiple={filter.several ?? false}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={filter.several ? chosen : value}
      onChange={({ target }) => state.setFilter(filter.key, [target.value].flat().filter(Boolean).join(',') || null)}
      input={<OutlinedInput />}
      SelectDisplayProps={{ 'aria-label': chosen.length ? `${filter.label}: ${chosen.map(nameOf).join(', ')}` : filter.label }}
      renderValue={() => (chosen.length ? `${filter.label}: ${shown}` : filter.label)}
      sx={{
        minWidth: 120,
        maxWidth: { md: 320 },
        // Alone on a phone it takes the whole line, so that sorting, views and export share the next one.
        flex: { xs: alone ? '1 1 100%' : '1 1 40%', md: '0 0 auto' },
        ...(chosen.length && { bgcolor: 'action.selected', fontWeight: 550 }),
      }}
    >
      {!filter.several && <MenuItem value="">{t('core.table.all')}</MenuItem>}
      {filter.options.map((option) => (
        <MenuItem key={option.value} value={option.value} sx={filter.several ? { py: 0 } : undefined}>
          {filter.several && (
            <Checkbox size="small" checked={chosen.includes(option.value)} tabIndex={-1} disableRipple inert sx={{ ml: -2 }} />
          )}
          {option.label}
        </MenuItem>
      ))}
    </Select>
  )
}

interface FiltersProps {
  /** Null while loading: a placeholder with the size of the button that most lists have. */
  filters: readonly TableFilter[] | null
  state: FilterProps['state']
}

/** The filters of a list: all of them when there are few; otherwise those in use and a menu of the others. */
export function Filters({ filters: known, state }: FiltersProps) {
  const t = useT()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [asked, setAsked] = useState<readonly string[]>([])
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const filters = known ?? []
  const fold = filters.length > (phone ? 0 : narrow ? MOST_ON_A_TABLET : MOST_IN_SIGHT)
  const inSight = fold ? filters.filter(({ key }) => state.filters[key] !== undefined || asked.includes(key)) : filters
  const others = filters.filter((filter) => !inSight.includes(filter))
  return (
    <>
      {inSight.map((filter) => (
        <FilterSelect
          key={filter.key}
          filter={filter}
          state={state}
          startsOpen={asked.at(-1) === filter.key}
          alone={filters.length === 1}
        />
      ))}
      {(others.length > 0 || !known) && (
        <Button
          color="inherit"
          disabled={!known}
          variant="outlined"
          startIcon={<Icon name="filter" />}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ minHeight: 44, borderColor: (theme) => theme.surfaces.controlBorder }}
        >
          {t('core.table.filter')}
        </Button>
      )}
      <PopupMenu label={t('core.table.filter')} anchor={anchor} onClose={() => setAnchor(null)}>
        {others.map(({ key, label, kind }) => (
          <MenuItem
            key={key}
            onClick={() => {
              setAnchor(null)
              setAsked((before) => [...before.filter((one) => one !== key), key])
            }}
          >
            <ListItemIcon>
              <Icon name={kind === 'days' ? 'calendar' : 'filter'} />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </PopupMenu>
    </>
  )
}
