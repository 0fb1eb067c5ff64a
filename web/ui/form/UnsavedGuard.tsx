import { lazy, Suspense, useEffect } from 'react'
import { markUnsaved } from '#web/session'

const UnsavedDialog = lazy(() => import('./UnsavedDialog.js'))

interface UnsavedGuardProps {
  /** Something was typed or chosen, and is not saved. */
  when: boolean
  /** It is being saved: nobody is asked just now. */
  saving?: boolean
}

/** While something is not saved, whoever leaves the page, or the tab or record that it stands under, is asked first. */
export function UnsavedGuard({ when, saving = false }: UnsavedGuardProps) {
  // At once, and not when the code of the question has come: from the first letter on the page must not be left by itself.
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
