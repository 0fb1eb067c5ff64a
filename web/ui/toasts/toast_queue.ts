import { atom } from 'jotai'
import { useMemo } from 'react'
import { store } from '../../boot/store.js'

export type ToastTone = 'success' | 'info' | 'warning' | 'error'

export interface Toast {
  text: string
  tone: ToastTone
  /** Milliseconds; 0 stays until dismissed. Default 5000 (specification, section 9). */
  duration?: number
  /** `closeToast` closes the toast by this key when it no longer applies; a new toast with the key replaces the earlier one. */
  key?: string
  /** One thing the person can do about it. */
  action?: { label: string; onClick: () => void }
}

/** Toasts that the stack has not shown yet: it is loaded with the first one. */
export const pendingToastsAtom = atom<readonly Toast[]>([])

/** Shows a toast from outside React. In components use `useToast`. */
export function showToast(toast: Toast): void {
  store.set(pendingToastsAtom, (pending) => [...pending, toast])
}

/** Keys of toasts that the stack must close. */
export const closingToastsAtom = atom<readonly string[]>([])

/** Closes the toast that was shown with this key, if there is one. */
export function closeToast(key: string): void {
  store.set(pendingToastsAtom, (pending) => pending.filter((toast) => toast.key !== key))
  store.set(closingToastsAtom, (keys) => [...keys, key])
}

type Extra = Omit<Toast, 'text' | 'tone'>

/** `const toast = useToast(); toast.success(t('people.saved'))`. For results that need no answer; questions use `useConfirm`. */
export function useToast() {
  return useMemo(() => {
    const of =
      (tone: ToastTone) =>
      (text: string, extra: Extra = {}) =>
        showToast({ text, tone, ...extra })
    return { success: of('success'), info: of('info'), warning: of('warning'), error: of('error') }
  }, [])
}
