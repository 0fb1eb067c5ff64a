/**
 * The actions in the history of a participation. Texts: `learning.history.<action>`, and `learning.told.act_<action>` for the history of a
 * person.
 */
export const HISTORY_ACTIONS = [
  ...(['assigned', 'unassigned', 'given', 'given_in_flow', 'taken_back', 'due_changed', 'extend', 'restart', 'restarted_from'] as const),
  ...(['retry', 'no_show', 'cancel', 'pass', 'confirm', 'reopen', 'regraded'] as const),
] as const
export type HistoryAction = (typeof HISTORY_ACTIONS)[number]
