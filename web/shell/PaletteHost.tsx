import { atom, useAtom } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useT } from '#web/i18n'
import { useShortcuts } from '#web/ui'

// Both load on demand.
const CommandPalette = lazy(() => import('./palette/CommandPalette.js'))
const KeyboardHelp = lazy(() => import('./palette/KeyboardHelp.js'))

/** Overlays that a key opens. */
export const paletteAtom = atom<'find' | 'keys' | null>(null)

/** The first visible search field of the page. */
const searchField = () => document.querySelector<HTMLInputElement>('main input[type="search"]')

/** Buffers keystrokes while the palette's code loads, and replays them. */
function Waiting({ onLetter }: { onLetter: (letter: string) => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      onLetter(event.key)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onLetter])
  return null
}

/** Listens for the keys of every page with navigation: Ctrl-K, "/" and "?". */
export function PaletteHost() {
  const t = useT()
  const [open, setOpen] = useAtom(paletteAtom)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      // Not above an open dialog.
      if (open === null && document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      setOpen(open === 'find' ? null : 'find')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open, setOpen])
  useShortcuts([
    {
      key: '/',
      label: t('core.keys.search'),
      run: () => {
        const field = searchField()
        if (field) field.focus()
        else setOpen('find')
      },
    },
    { key: '?', label: t('core.keys.help'), run: () => setOpen('keys') },
  ])
  const [typed, setTyped] = useState('')
  const close = () => {
    setTyped('')
    setOpen(null)
  }
  return (
    <Suspense fallback={open === 'find' && <Waiting onLetter={(letter) => setTyped((before) => before + letter)} />}>
      {open === 'find' && <CommandPalette typed={typed} onClose={close} onHelp={() => setOpen('keys')} />}
      {open === 'keys' && <KeyboardHelp onClose={close} />}
    </Suspense>
  )
}
