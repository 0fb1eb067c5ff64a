/**
 * What `navigate` is given when the page stays and what it is about becomes another: somebody else's profile, another booking. Then the
 * window goes to the top and the focus to the title, as on arriving at another page.
 */
export const arriving = { state: { arriving: true } } as const

/** Whether who went here said so. */
export const isArriving = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && (state as { arriving?: unknown }).arriving === true
