import { defineStatuses } from './statuses.js'

/**
 * The state of a person's membership. A person with an open invitation is not blocked; they have not joined yet. Also `kit_members.state`.
 */
export const memberStates = defineStatuses('core.status.member', {
  active: ['success', 'success'],
  invited: ['info', 'waiting'],
  inactive: ['neutral', 'blocked'],
})
export type MemberState = keyof typeof memberStates.looks

/** State → message, for a list's `choice`. */
export const MEMBER_STATE_WORDS = Object.fromEntries(
  Object.keys(memberStates.looks).map((state) => [state, `core.status.member.${state}`]),
) as Readonly<Record<MemberState, string>>
