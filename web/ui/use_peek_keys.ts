import { useEffect, useRef, type RefObject } from 'react'
import { useT } from '#web/i18n'
import { useShortcuts } from './shortcuts.js'

interface PeekKeys {
  close: () => void
  next?: (() => void) | undefined
  previous?: (() => void) | undefined
}

/** Keys pressed while typing, or with an open menu or dialog, are not meant for the panel. */
const IS_BUSY =
  'input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]'

/**
 * The keys of a panel beside a list: j next, k previous, Escape closes. The focus moves into the panel when it opens, and back to where it
 * was when it closes.
 * @returns the ref for the panel's element
 */
export function usePeekKeys(active: boolean, { close, next, previous }: PeekKeys): RefObject<HTMLDivElement | null> {
  const t = useT()
  const panel = useRef<HTMLDivElement>(null)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useShortcuts([
    ...(active && next ? [{ key: 'j', label: t('core.table.next'), run: next }] : []),
    ...(active && previous ? [{ key: 'k', label: t('core.table.previous'), run: previous }] : []),
  ])
  useEffect(() => {
    if (!active) return
    const before = document.activeElement as HTMLElement | null
    panel.current?.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const isOver = document.querySelector('.MuiModal-root:not([aria-hidden=true]) [role=dialog]') !== null
      if (isOver || (event.target as Element | null)?.closest?.(IS_BUSY)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before?.isConnected) before.focus({ preventScroll: true })
    }
  }, [active])
  return panel
}
