import { useCallback } from 'react'
import { useT } from '#web/i18n'
import { useToast } from './toasts/toast_queue.js'

/** Copies a text and confirms it. A refusal by the browser is reported too, because the clipboard then still has its old content. */
export function useCopy(): (text: string) => void {
  const t = useT()
  const toast = useToast()
  return useCallback(
    (text) =>
      // Called inside a promise, because an insecure page has no clipboard object at all.
      void Promise.resolve()
        .then(() => navigator.clipboard.writeText(text))
        .then(
          () => toast.success(t('core.copy.done')),
          () => toast.error(t('core.copy.failed')),
        ),
    [t, toast],
  )
}
