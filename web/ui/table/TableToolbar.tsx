import {
  Button,
  Checkbox,
  IconButton,
  InputAdornment,
  MenuItem,
  Menu,
  OutlinedInput,
  Select,
  Stack,
  Tooltip,
  Typography,
} from '@mui/material'
import { useEffect, useState } from 'react'
import { useT } from '#web/i18n'
import { download } from '#web/session'
import { Icon } from '../icons/index.js'
import { useToast } from '../toasts/toast_queue.js'
import { downloadText, tableCsv } from './csv.js'
import type { BulkAction, DataTableProps, TableColumn } from './table_types.js'

const SEARCH_DELAY = 300

/** What is typed shows at once and goes to the URL when typing pauses. */
function SearchField({ value, label, onSearch }: { value: string; label: string; onSearch: (text: string) => void }) {
  const t = useT()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [asked, setAsked] = useState(value)
  if (known !== value) {
    setKnown(value)
    // What this field asked for itself comes back while the person may be typing on: only others' changes are taken over.
    if (value !== asked) setText(value)
  }
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === value) return
    const timer = setTimeout(() => {
      setAsked(wanted)
      onSearch(wanted)
    }, SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [wanted, value, onSearch])
  const clear = () => {
    setText('')
    setAsked('')
    onSearch('')
  }
  return (
    <OutlinedInput
      type="search"
      size="small"
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      slotProps={{ input: { 'aria-label': label, enterKeyHint: 'search' } }}
      startAdornment={
        <InputAdornment position="start">
          <Icon name="search" />
        </InputAdornment>
      }
      endAdornment={
        text && (
          <IconButton size="small" edge="end" aria-label={t('core.table.clear_search')} onClick={clear}>
            <Icon name="close" />
          </IconButton>
        )
      }
      sx={{ flex: { xs: '1 1 100%', md: '0 1 360px' }, '& input::-webkit-search-cancel-button': { display: 'none' } }}
    />
  )
}

interface ColumnMenuProps<R> {
  columns: readonly TableColumn<R>[]
  visible: readonly TableColumn<R>[]
  onToggle: (key: string) => void
}

function ColumnMenu<R>({ columns, visible, onToggle }: ColumnMenuProps<R>) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const shown = (key: string) => visible.some((column) => column.key === key)
  return (
    <>
      <Tooltip title={t('core.table.columns')}>
        <IconButton aria-label={t('core.table.columns')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
          <Icon name="columns" />
        </IconButton>
      </Tooltip>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {columns.map((column) => {
          const last = shown(column.key) && visible.length === 1
          return (
            <MenuItem
              key={column.key}
              role="menuitemcheckbox"
              aria-checked={shown(column.key)}
              disabled={last}
              onClick={() => onToggle(column.key)}
              sx={{ py: 0 }}
            >
              <Checkbox
                size="small"
                checked={shown(column.key)}
                tabIndex={-1}
                disableRipple
                aria-hidden
                sx={{ ml: -2, pointerEvents: 'none' }}
              />
              {column.label}
            </MenuItem>
          )
        })}
        {visible.length === 1 && (
          <Typography variant="caption" role="status" sx={{ display: 'block', px: 3, py: 2, color: 'text.secondary', maxWidth: 240 }}>
            {t('core.table.one_column')}
          </Typography>
        )}
      </Menu>
    </>
  )
}

interface TableToolbarProps<R extends object> {
  table: DataTableProps<R>
  visible: readonly TableColumn<R>[]
  onToggleColumn: (key: string) => void
  selected: readonly R[]
  onClearSelection: () => void
  /** Cards show every line: there are no columns to choose. */
  compact: boolean
}

/** Search, filters, columns and export; with rows chosen, what can be done with them. */
export function TableToolbar<R extends object>({
  table,
  visible,
  onToggleColumn,
  selected,
  onClearSelection,
  compact,
}: TableToolbarProps<R>) {
  const t = useT()
  const toast = useToast()
  const [running, setRunning] = useState<string | null>(null)
  const { state, filters = [], searchLabel, csv, bulkActions = [] } = table

  const run = async (action: BulkAction<R>) => {
    setRunning(action.label)
    try {
      await action.onRun([...selected])
      onClearSelection()
    } finally {
      setRunning(null)
    }
  }
  const exportCsv = () => {
    if (!csv) return
    if (csv === 'page') return downloadText(`${table.id}.csv`, tableCsv(visible, table.rows ?? []))
    const query = new URLSearchParams(Object.entries(state.query).map(([key, value]) => [key, String(value)]))
    query.delete('page')
    query.delete('per_page')
    download(`${csv}?${query.toString()}`)
    toast.info(t('core.table.export_started'))
  }

  if (selected.length > 0) {
    return (
      <Stack
        direction="row"
        role="toolbar"
        aria-label={t('core.table.selection')}
        sx={{ p: 3, gap: 2, alignItems: 'center', flexWrap: 'wrap', minHeight: 64, bgcolor: 'action.selected' }}
      >
        <Typography variant="body2" role="status" sx={{ fontWeight: 600, mr: 2 }}>
          {t('core.table.selected', { count: selected.length })}
        </Typography>
        {bulkActions.map((action) => (
          <Button
            key={action.label}
            size="small"
            variant="outlined"
            color={action.destructive ? 'error' : 'inherit'}
            startIcon={<Icon name={action.icon} />}
            loading={running === action.label}
            loadingPosition="start"
            disabled={running !== null && running !== action.label}
            onClick={() => void run(action)}
          >
            {action.label}
          </Button>
        ))}
        <Button size="small" color="inherit" onClick={onClearSelection}>
          {t('core.table.clear_selection')}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack
      direction="row"
      role="search"
      aria-label={table.label}
      sx={{ p: 3, gap: 2, alignItems: 'center', flexWrap: 'wrap', minHeight: 64 }}
    >
      {searchLabel && <SearchField value={state.search} label={searchLabel} onSearch={state.setSearch} />}
      {filters.map((filter) => (
        <Select
          key={filter.key}
          size="small"
          displayEmpty
          value={state.filters[filter.key] ?? ''}
          onChange={(event) => state.setFilter(filter.key, event.target.value || null)}
          input={<OutlinedInput />}
          SelectDisplayProps={{ 'aria-label': filter.label }}
          renderValue={(value) =>
            value ? `${filter.label}: ${filter.options.find((option) => option.value === value)?.label ?? value}` : filter.label
          }
          sx={{ minWidth: 120, flex: { xs: '1 1 40%', md: '0 0 auto' } }}
        >
          <MenuItem value="">{t('core.table.all')}</MenuItem>
          {filter.options.map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {option.label}
            </MenuItem>
          ))}
        </Select>
      ))}
      {state.narrowed && (
        <Button size="small" color="inherit" onClick={state.clear}>
          {t('core.table.clear')}
        </Button>
      )}
      {!compact && (
        <Stack direction="row" sx={{ ml: 'auto', gap: 1 }}>
          <ColumnMenu columns={table.columns} visible={visible} onToggle={onToggleColumn} />
          {csv && (
            <Tooltip title={t('core.table.export')}>
              <IconButton aria-label={t('core.table.export')} onClick={exportCsv}>
                <Icon name="download" />
              </IconButton>
            </Tooltip>
          )}
        </Stack>
      )}
    </Stack>
  )
}
