import { useLayoutEffect, useRef } from 'react'
import { useT } from '#web/i18n'
import { unsavedForms } from '#web/session'
import { useConfirm } from './confirm.js'

/**
 * For the Esc key and a press beside a dialog with a form: what was typed does not go by accident. Cancelling needs no question.
 * What is being typed on the page below it stays there, and is not asked about.
 */
export function useAskedClose(close: () => void, open = true): () => void {
  const t = useT()
  const confirm = useConfirm()
  const below = useRef(0)
  // Before the forms in it tell of themselves, which they do in effects that come later.
  useLayoutEffect(() => {
    if (open) below.current = unsavedForms()
  }, [open])
  return () => {
    if (unsavedForms() <= below.current) return close()
    const words = { title: t('core.form.unsaved_title'), text: t('core.form.unsaved_text') }
    const labels = { confirmLabel: t('core.form.leave'), cancelLabel: t('core.form.stay') }
    void confirm({ ...words, ...labels, destructive: true }).then((sure) => sure && close())
  }
}
