/**
 * State for `navigate` when the same page shows something else: another profile, another booking. Then it scrolls to the top and focuses
 * the title, as on another page.
 */
export const arriving = { state: { arriving: true } } as const

/** Whether the navigation had that state. */
export const isArriving = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && (state as { arriving?: unknown }).arriving === true
