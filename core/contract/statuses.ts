/** The look of a state: a tone of the theme and the name of an icon (web/ui/icons). */
export type StatusLook = readonly [tone: 'neutral' | 'info' | 'success' | 'warning' | 'error', icon: string]

/** The possible states of a plugin's record, for <StatusChip> and for filters. */
export interface Statuses<S extends string = string> {
  /** Words: `<words>.<state>`. */
  readonly words: string
  readonly looks: Readonly<Record<S, StatusLook>>
}

/**
 * Declares the states of a record, in the plugin that owns it: `defineStatuses('learning.status.attempt', { passed: ['success', 'success'],
 * … })`.
 */
export function defineStatuses<const L extends Readonly<Record<string, StatusLook>>>(words: string, looks: L): Statuses<keyof L & string> {
  return Object.freeze({ words, looks })
}
