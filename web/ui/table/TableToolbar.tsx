import {
  Button,
  Checkbox,
  IconButton,
  type IconButtonProps,
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
import { Icon } from '../icons/index.js'
import { downloadText, tableCsv } from './csv.js'
import type { DataTableProps, TableColumn } from './table_types.js'
import type { TableChoice } from './use_selection.js'

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

function ExportButton(props: IconButtonProps) {
  const t = useT()
  return (
    <Tooltip title={t('core.table.export')}>
      <IconButton aria-label={t('core.table.export')} {...props}>
        <Icon name="download" />
      </IconButton>
    </Tooltip>
  )
}

function ExportMenu({ onExport }: { onExport: (format: 'csv' | 'xlsx') => Promise<void> }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const start = (format: 'csv' | 'xlsx') => {
    setAnchor(null)
    setBusy(true)
    void onExport(format).finally(() => setBusy(false))
  }
  return (
    <>
      <ExportButton aria-haspopup="menu" loading={busy} onClick={(event) => setAnchor(event.currentTarget)} />
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <MenuItem key={format} onClick={() => start(format)}>
            {t(`core.table.export_${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

interface TableToolbarProps<R extends object> {
  table: DataTableProps<R>
  visible: readonly TableColumn<R>[]
  onToggleColumn: (key: string) => void
  selected: readonly R[]
  choice: TableChoice
  /** Cards show every line: there are no columns to choose. */
  compact: boolean
}

/** Search, filters, columns and export; with rows chosen, what can be done with them. */
export function TableToolbar<R extends object>({ table, visible, onToggleColumn, selected, choice, compact }: TableToolbarProps<R>) {
  const t = useT()
  const [running, setRunning] = useState<string | null>(null)
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
        role="toolbar"
        aria-label={t('core.table.selection')}
        sx={{ p: 3, gap: 2, alignItems: 'center', flexWrap: 'wrap', minHeight: 64, bgcolor: 'action.selected' }}
      >
        <Typography variant="body2" role="status" sx={{ fontWeight: 600, mr: 2 }}>
          {choice.chosen.kind === 'all' && !choice.chosen.except.size
            ? t('core.table.all_selected', { count: choice.count })
            : t('core.table.selected', { count: choice.count })}
        </Typography>
        {choice.canChooseAll && (
          <Button size="small" color="inherit" onClick={choice.chooseAll}>
            {t('core.table.select_everything', { count: table.total ?? 0 })}
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
        <Button size="small" color="inherit" onClick={choice.clear}>
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
          {csv && <ExportButton onClick={() => downloadText(`${table.id}.csv`, tableCsv(visible, table.rows ?? []))} />}
          {onExport && <ExportMenu onExport={onExport} />}
        </Stack>
      )}
    </Stack>
  )
}
