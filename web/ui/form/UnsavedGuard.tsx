import { lazy, Suspense, useEffect } from 'react'
import { markUnsaved } from '#web/session'

const UnsavedDialog = lazy(() => import('./UnsavedDialog.js'))

interface UnsavedGuardProps {
  /** There are unsaved values. */
  when: boolean
  /** They are being saved, so nothing is asked now. */
  saving?: boolean
}

/** While there are unsaved values, asks before the person leaves the page, or the tab or record it belongs to. */
export function UnsavedGuard({ when, saving = false }: UnsavedGuardProps) {
  // At once instead of after the dialog's code is loaded: from the first letter on the page must not reload automatically.
  useEffect(() => (when ? markUnsaved() : undefined), [when])
  return (
    when &&
    !saving && (
      <Suspense fallback={null}>
        <UnsavedDialog />
      </Suspense>
    )
  )
}
