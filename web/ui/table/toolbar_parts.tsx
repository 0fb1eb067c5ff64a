import { IconButton, type IconButtonProps, InputAdornment, MenuItem, OutlinedInput } from '@mui/material'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { PopupMenu } from '../PopupMenu.js'
import { Tip } from '../Tip.js'
import type { TableState } from './use_table_state.js'

const SEARCH_DELAY = 300

interface TableSearchProps {
  state: Pick<TableState, 'search' | 'searchNow' | 'setSearch'>
  label: string
}

/** Typed text appears at once and goes to the URL when typing pauses. */
export function TableSearch({ state, label }: TableSearchProps) {
  const t = useT()
  const { search: value, searchNow, setSearch } = state
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [asked, setAsked] = useState(value)
  /** While a person types on, their search is one history entry. */
  const typing = useRef(false)
  if (known !== value) {
    setKnown(value)
    // This field's own search appears in the URL while the person may be typing on, so only changes made elsewhere are taken over.
    if (value !== asked) {
      setAsked(value)
      setText(value)
    }
  }
  const ask = useCallback(
    (next: string) => {
      const now = searchNow()
      if (next === now) return
      setAsked(next)
      // Clearing a search adds a history entry, and so does starting one; typing on replaces it.
      setSearch(next, { replace: typing.current && now !== '' && next !== '' })
      typing.current = true
    },
    [searchNow, setSearch],
  )
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === value) return
    const timer = setTimeout(() => ask(wanted), SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [wanted, value, ask])
  useEffect(() => {
    // A person who goes back before a search was rendered skips it: its value never arrives, so the state is reset here.
    const goBack = () => {
      typing.current = false
      setAsked(searchNow())
      setText(searchNow())
    }
    window.addEventListener('popstate', goBack)
    return () => window.removeEventListener('popstate', goBack)
  }, [searchNow])
  const clear = () => {
    setText('')
    ask('')
  }
  return (
    <OutlinedInput
      type="search"
      size="small"
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => (typing.current = false)}
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
      sx={{
        flex: { xs: '1 1 100%', md: '1 1 200px' },
        maxWidth: { md: 360 },
        '& input': { textOverflow: 'ellipsis' },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  )
}

/** The button that exports a list as a file. */
export function ExportButton(props: IconButtonProps) {
  const t = useT()
  return (
    <Tip title={t('core.table.export')}>
      <IconButton aria-label={t('core.table.export')} {...props}>
        <Icon name="download" />
      </IconButton>
    </Tip>
  )
}

/** The two file formats of an export. */
export function ExportMenu({ onExport }: { onExport: (format: 'csv' | 'xlsx') => Promise<void> }) {
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
      <PopupMenu label={t('core.table.export')} anchor={anchor} onClose={() => setAnchor(null)}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <MenuItem key={format} onClick={() => start(format)}>
            {t(`core.table.export_${format}`)}
          </MenuItem>
        ))}
      </PopupMenu>
    </>
  )
}
