import { atom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { local } from '../boot/safe_storage.js'
import { store } from '../boot/store.js'

/** A single-key shortcut of the current page. */
export interface Shortcut {
  /** The value of `KeyboardEvent.key`: `j`, `?`. */
  key: string
  /** Description for the keyboard help. */
  label: string
  run: () => void
}

const OFF = 'shortcuts_off'
const shown = atom<readonly (readonly Shortcut[])[]>([])
const isOn = atom(local.read(OFF) !== '1')

/** The shortcuts of the mounted components, for the keyboard help. */
export const useShownShortcuts = () => useAtomValue(shown).flat()
/** Whether single keys are on. People who use speech input, or who press keys by mistake, turn them off (WCAG 2.1.4). */
export const useShortcutsOn = () => useAtomValue(isOn)

export function setShortcutsOn(on: boolean): void {
  if (on) local.remove(OFF)
  else local.write(OFF, '1')
  store.set(isOn, on)
}

/** Whether a key press is text input, or belongs to an overlay above the page. */
function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return true
  if (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) {
    // A focused checkbox of a row takes no text.
    if (!(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))) return true
  }
  return document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"]') !== null
}

/** Single keys that work while the component is mounted; the keyboard help ("?") lists them. */
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
