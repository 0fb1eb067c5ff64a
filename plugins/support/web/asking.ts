import { atom } from 'jotai'

/** Whether the question form is open over the page. */
export const askingAtom = atom(false)
/** How often the tour was asked for: each time it starts. */
export const tourAtom = atom(0)
