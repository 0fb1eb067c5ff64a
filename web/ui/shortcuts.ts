import { atom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { local } from '../boot/safe_storage.js'
import { store } from '../boot/store.js'

/** One key that does something on the page in sight. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it: `j`, `?`. */
  key: string
  /** In words, for the keyboard help. */
  label: string
  run: () => void
}

const OFF = 'shortcuts_off'
const shown = atom<readonly (readonly Shortcut[])[]>([])
const isOn = atom(local.read(OFF) !== '1')

/** What the pages in sight offer by key, for the keyboard help. */
export const useShownShortcuts = () => useAtomValue(shown).flat()
/** Whether single keys do anything; somebody who speaks to their computer, or types by mistake, turns them off (WCAG 2.1.4). */
export const useShortcutsOn = () => useAtomValue(isOn)

export function setShortcutsOn(on: boolean): void {
  if (on) local.remove(OFF)
  else local.write(OFF, '1')
  store.set(isOn, on)
}

/** Whether a key is being typed into something, or belongs to what lies over the page. */
function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return true
  if (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) {
    // A ticked row has the focus, and nothing to type into.
    if (!(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))) return true
  }
  return document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"]') !== null
}

/** Single keys that work while the component is on the page; the keyboard help ("?") names them. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const on = useShortcutsOn()
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  const names = shortcuts.map(({ key, label }) => `${key} ${label}`).join('\n')
  useEffect(() => {
    const mine = current.current
    store.set(shown, (all) => [...all, mine])
    return () => store.set(shown, (all) => all.filter((group) => group !== mine))
  }, [names])
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      const shortcut = current.current.find(({ key }) => key === event.key)
      if (!shortcut || isTaken(event)) return
      event.preventDefault()
      shortcut.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
}
