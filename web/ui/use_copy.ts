import { useCallback } from 'react'
import { useT } from '#web/i18n'
import { useToast } from './toasts/toast_queue.js'

/** Copies a text and says so; a browser that lets nobody is said too, as what was copied before is still there. */
export function useCopy(): (text: string) => void {
  const t = useT()
  const toast = useToast()
  return useCallback(
    (text) =>
      // Asked for within: a page that is not secure has no clipboard at all.
      void Promise.resolve()
        .then(() => navigator.clipboard.writeText(text))
        .then(
          () => toast.success(t('core.copy.done')),
          () => toast.error(t('core.copy.failed')),
        ),
    [t, toast],
  )
}
