import { GlobalStyles } from '@mui/material'
import { useAtom } from 'jotai'
import { SnackbarProvider, useSnackbar, type SnackbarKey, type VariantType } from 'notistack'
import { useEffect, useRef } from 'react'
import { ToastCard } from './ToastCard.js'
import { placeToasts } from './place_toasts.js'
import { closingToastsAtom, pendingToastsAtom, type Toast } from './toast_queue.js'

/** Specification, section 9. */
const DEFAULT_DURATION = 5_000
const MOST_AT_ONCE = 20
/** Below the top bar, whose buttons lead to what a toast is about, and below the page header, whose button is often pressed next. */
const BELOW_THE_BAR = {
  '.toasts.toasts': {
    top: 'max(72px, var(--toasts-top, 0px))',
    '@media (max-width: 599.95px)': { top: 'max(60px, var(--toasts-top, 0px))' },
  },
}

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

/**
 * The container of toasts, beside the app and never hidden from screen readers. A dialog hides the rest of the page, but a toast also
 * concerns a person in the dialog.
 */
function toastRoot(): HTMLElement {
  const root = document.createElement('div')
  new MutationObserver(() => {
    if (root.hasAttribute('aria-hidden')) root.removeAttribute('aria-hidden')
  }).observe(root, { attributeFilter: ['aria-hidden'] })
  document.body.append(root)
  return root
}
const domRoot = toastRoot()

function Drain() {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar()
  const [pending, setPending] = useAtom(pendingToastsAtom)
  const [closing, setClosing] = useAtom(closingToastsAtom)
  // Keeps the stack's own keys: two toasts with the same key, of which the first is still closing, would close together.
  const shown = useRef(new Map<string, SnackbarKey>())
  // Runs before new toasts are shown: a key may be left from before the stack was loaded, and a new toast with that key must stay.
  useEffect(() => {
    if (!closing.length) return
    for (const key of closing) {
      const id = shown.current.get(key)
      // Without an ID the stack would close every toast.
      if (id !== undefined) closeSnackbar(id)
      shown.current.delete(key)
    }
    setClosing([])
  }, [closing, closeSnackbar, setClosing])
  useEffect(() => {
    if (!pending.length) return
    placeToasts()
    for (const toast of pending) {
      const duration = toast.duration ?? DEFAULT_DURATION
      const before = toast.key && shown.current.get(toast.key)
      if (before) closeSnackbar(before)
      const id = enqueueSnackbar(toast.text, {
        variant: toast.tone,
        toast,
        autoHideDuration: duration || null,
        persist: duration === 0,
      })
      if (toast.key) shown.current.set(toast.key, id)
    }
    setPending((current) => current.filter((toast) => !pending.includes(toast)))
  }, [pending, enqueueSnackbar, closeSnackbar, setPending])
  return null
}

/** The toasts at the top right. Default export because it is loaded lazily. */
export default function ToastStack() {
  return (
    <SnackbarProvider
      domRoot={domRoot}
      maxSnack={MOST_AT_ONCE}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      Components={CARDS}
      classes={{ containerRoot: 'toasts' }}
      transitionDuration={150}
    >
      <GlobalStyles styles={BELOW_THE_BAR} />
      <Drain />
    </SnackbarProvider>
  )
}
