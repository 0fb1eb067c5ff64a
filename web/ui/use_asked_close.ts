import { useLayoutEffect, useRef } from 'react'
import { useT } from '#web/i18n'
import { unsavedForms } from '#web/session'
import { useConfirm } from './confirm.js'

/**
 * For Escape and a press beside a dialog with a form: typed values are not lost by accident. Cancelling does not ask. Unsaved forms on the
 * page below stay there, so they do not count.
 */
export function useAskedClose(close: () => void, open = true): () => void {
  const t = useT()
  const confirm = useConfirm()
  const below = useRef(0)
  // Runs before the forms in the dialog register themselves, which happens in later effects.
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
