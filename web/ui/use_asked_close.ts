import { useT } from '#web/i18n'
import { hasUnsavedWork } from '#web/session'
import { useConfirm } from './confirm.js'

/** For the Esc key and a press beside a dialog with a form: what was typed does not go by accident. Cancelling needs no question. */
export function useAskedClose(close: () => void): () => void {
  const t = useT()
  const confirm = useConfirm()
  return () => {
    if (!hasUnsavedWork()) return close()
    const words = { title: t('core.form.unsaved_title'), text: t('core.form.unsaved_text') }
    const labels = { confirmLabel: t('core.form.leave'), cancelLabel: t('core.form.stay') }
    void confirm({ ...words, ...labels, destructive: true }).then((sure) => sure && close())
  }
}
