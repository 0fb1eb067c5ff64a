import { atom } from 'jotai'

/** Whether the question form is open. */
export const askingAtom = atom(false)
/** Counts requests for the tour: each one starts it. */
export const tourAtom = atom(0)
