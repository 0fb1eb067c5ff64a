import { atom, useAtom } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useT } from '#web/i18n'
import { useShortcuts } from '#web/ui'

// Both after somebody asked for them.
const CommandPalette = lazy(() => import('./palette/CommandPalette.js'))
const KeyboardHelp = lazy(() => import('./palette/KeyboardHelp.js'))

/** What lies over the page because a key asked for it. */
export const paletteAtom = atom<'find' | 'keys' | null>(null)

/** The first search field in sight of the page. */
const searchField = () => document.querySelector<HTMLInputElement>('main input[type="search"]')

/** Keeps what is typed while the palette's code is on its way, and says it letter by letter. */
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

/** Listens for the keys that every page with bars has: Ctrl-K, "/" and "?". */
export function PaletteHost() {
  const t = useT()
  const [open, setOpen] = useAtom(paletteAtom)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      // Not over a question that waits for its answer.
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
