import { Button, IconButton, MenuItem, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { PopupMenu } from '../PopupMenu.js'
import { Tip } from '../Tip.js'
import { SIDES } from './Sheet.js'
import type { DataTableProps } from './table_types.js'
import { ExportMenu } from './toolbar_parts.js'
import type { TableChoice } from './use_selection.js'

/** This many actions fit on one line of a wide screen; the others are in a menu. */
const IN_SIGHT = 5

interface SelectionBarProps<R extends object> {
  table: DataTableProps<R>
  selected: readonly R[]
  choice: TableChoice
}

/**
 * Shown when rows are selected: their number and the bulk actions. It is as high as the toolbar that it covers: two lines on phones,
 * otherwise one.
 */
export function SelectionBar<R extends object>({ table, selected, choice }: SelectionBarProps<R>) {
  const t = useT()
  const [running, setRunning] = useState<string | null>(null)
  const { bulkActions = [], selectionActions = [], onExport } = table

  const opener = useRef<HTMLElement | null>(null)
  // A running button is disabled, which takes the focus from it before its dialog opens, so the dialog cannot give it back.
  useEffect(() => {
    const at = document.activeElement
    // A question keeps the focus while it fades out.
    if (running === null && (at === document.body || at?.closest('[role=alertdialog]'))) opener.current?.focus()
  }, [running])
  const run = async (label: string, work: () => PromiseLike<unknown> | void, from: HTMLElement | null) => {
    opener.current = from
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
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label={t('core.table.selection')}
      sx={{
        px: SIDES,
        py: 3,
        gap: 2,
        alignItems: 'center',
        alignContent: 'center',
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        bgcolor: 'action.selected',
        '& .MuiButton-root': { flexShrink: 0, whiteSpace: 'nowrap', minHeight: { xs: 44, md: 36 } },
      }}
    >
      <Tip title={t('core.table.clear_selection')}>
        {/* The cross is aligned with the title; its pressable area extends beyond it. */}
        <IconButton aria-label={t('core.table.clear_selection')} onClick={choice.clear} sx={{ ml: '-12px', mr: -2 }}>
          <Icon name="close" />
        </IconButton>
      </Tip>
      <Typography variant="body2" role="status" sx={{ fontWeight: 600, mr: { xs: 'auto', md: 2 }, flexShrink: 0 }}>
        {choice.chosen.kind === 'all' && !choice.chosen.except.size
          ? t(table.more ? 'core.table.all_selected_more' : 'core.table.all_selected', { count: choice.count })
          : t('core.table.selected', { count: choice.count })}
      </Typography>
      {choice.canChooseAll && (
        <Button size="small" color="inherit" onClick={choice.chooseAll}>
          {t(table.more ? 'core.table.select_everything_more' : 'core.table.select_everything', { count: table.total ?? 0 })}
        </Button>
      )}
      {/* Actions without room are reached by swiping, with a mouse on a second line. The padding leaves room for the focus ring. */}
      <Stack
        direction="row"
        sx={{
          order: { xs: 1, md: 0 },
          flex: { xs: '1 1 100%', md: '0 1 auto' },
          minWidth: 0,
          gap: 2,
          p: 1,
          m: -1,
          flexWrap: { md: 'wrap' },
          overflowX: { xs: 'auto', md: 'visible' },
          scrollbarWidth: 'none',
        }}
      >
        {actions.slice(0, IN_SIGHT).map((action) => (
          <Button
            key={action.label}
            size="small"
            variant="outlined"
            color={action.destructive ? 'error' : 'inherit'}
            startIcon={<Icon name={action.icon} />}
            loading={running === action.label}
            loadingPosition="start"
            disabled={running !== null && running !== action.label}
            onClick={({ currentTarget }) => void run(action.label, action.start, currentTarget)}
          >
            {action.label}
          </Button>
        ))}
        {actions.length > IN_SIGHT && (
          <MoreActions
            actions={actions.slice(IN_SIGHT)}
            busy={running !== null}
            onChoose={({ label, start }, from) => void run(label, start, from)}
          />
        )}
      </Stack>
      {onExport && <ExportMenu onExport={(format) => onExport(format, { selection: choice.chosen, count: choice.count })} />}
    </Stack>
  )
}

interface Action {
  label: string
  start: () => PromiseLike<unknown> | void
}

interface MoreActionsProps {
  actions: readonly Action[]
  busy: boolean
  onChoose: (action: Action, from: HTMLElement | null) => void
}

function MoreActions({ actions, busy, onChoose }: MoreActionsProps) {
  const t = useT()
  const [anchor, open] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tip title={t('core.actions.more')}>
        <IconButton
          aria-label={t('core.actions.more')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          disabled={busy}
          onClick={(event) => open(event.currentTarget)}
          sx={{ width: { xs: 44, md: 36 }, height: { xs: 44, md: 36 }, flexShrink: 0 }}
        >
          <Icon name="more" />
        </IconButton>
      </Tip>
      <PopupMenu label={t('core.actions.more')} anchor={anchor} onClose={() => open(null)}>
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            onClick={() => {
              open(null)
              onChoose(action, anchor)
            }}
          >
            {action.label}
          </MenuItem>
        ))}
      </PopupMenu>
    </>
  )
}
