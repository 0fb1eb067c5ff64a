import { useAtom } from 'jotai'
import { SnackbarProvider, useSnackbar, type VariantType } from 'notistack'
import { useEffect } from 'react'
import { ToastCard } from './ToastCard.js'
import { pendingToastsAtom, type Toast } from './toast_queue.js'

/** Specification, section 9. */
const DEFAULT_DURATION = 5_000
const MOST_AT_ONCE = 20

declare module 'notistack' {
  interface VariantOverrides {
    success: { toast: Toast }
    info: { toast: Toast }
    warning: { toast: Toast }
    error: { toast: Toast }
  }
}

const CARDS = { success: ToastCard, info: ToastCard, warning: ToastCard, error: ToastCard } satisfies Partial<
  Record<VariantType, typeof ToastCard>
>

function Drain() {
  const { enqueueSnackbar } = useSnackbar()
  const [pending, setPending] = useAtom(pendingToastsAtom)
  useEffect(() => {
    if (!pending.length) return
    for (const toast of pending) {
      const duration = toast.duration ?? DEFAULT_DURATION
      enqueueSnackbar(toast.text, { variant: toast.tone, toast, autoHideDuration: duration || null, persist: duration === 0 })
    }
    setPending((current) => current.filter((toast) => !pending.includes(toast)))
  }, [pending, enqueueSnackbar, setPending])
  return null
}

/** The toasts, top right. Default-exported because it is loaded lazily. */
export default function ToastStack() {
  return (
    <SnackbarProvider
      maxSnack={MOST_AT_ONCE}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      Components={CARDS}
      transitionDuration={150}
    >
      <Drain />
    </SnackbarProvider>
  )
}
