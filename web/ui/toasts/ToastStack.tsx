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
/** Under the bar, whose buttons lead to what a toast tells of, and under the head of the page, whose button is pressed next. */
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
 * Where toasts stand: beside the app, and never hidden from screen readers. A
 * dialog hides everything else of the page, but what a toast says is also for
 * who is in the dialog.
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
  // The stack's own keys stay its own: two toasts of one key, the first still on its way out, would leave together.
  const shown = useRef(new Map<string, SnackbarKey>())
  // Before new ones: a key may be kept from before the stack was loaded, and what comes under it now is to stay.
  useEffect(() => {
    if (!closing.length) return
    for (const key of closing) {
      const id = shown.current.get(key)
      // Without an id the stack would close everything.
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

/** The toasts, top right. Default-exported because it is loaded lazily. */
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
