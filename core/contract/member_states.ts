import { defineStatuses } from './statuses.js'

/** How somebody stands with a company: who has an open invitation is not shut out, they have not come yet. Also `kit_members.state`. */
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
