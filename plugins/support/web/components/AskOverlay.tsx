import { useAtom } from 'jotai'
import { Suspense } from 'react'
import { lazyWithWords } from '#web/i18n'
import { askingAtom } from '../asking.js'

const AskDialog = lazyWithWords('support', () => import('./AskDialog.js'))

/** On every page: the form, loaded when it is first opened. It never interrupts an attempt. */
export default function AskOverlay({ bare }: { bare: boolean }) {
  const [open, setOpen] = useAtom(askingAtom)
  if (!open || bare) return null
  return (
    <Suspense fallback={null}>
      <AskDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
}
