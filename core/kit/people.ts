// The people of the running scope. Accounts and memberships are core's tables: this is the way to them.
export { membershipStatusChanged } from '../contract/people_events.js'
export { knownBirthdate } from '../people/birthdate.js'
export { type MemberRole, type NewMember, addMember, takenEmails } from '../people/add_member.js'
export { type MemberAccess, knownEntitlements, memberAccess, removeMember, saveMemberAccess } from '../people/remove_member.js'
export { type MemberAct, memberHistory } from '../people/member_history.js'
export { resetMemberPassword } from '../accounts/password_reset.js'
export { saveMemberProgress } from '../people/member_progress.js'
export { setMemberStatus } from '../people/member_status.js'
export { MEMBER_SORTS, type MemberSort } from '../people/member_order.js'
export {
  type MemberDetail,
  type MemberList,
  type MemberRow,
  findMember,
  isMember,
  listMembers,
  memberCondition,
} from '../people/members.js'
export { type MemberProfile, memberProfile, saveMemberDetails, saveMemberSkills } from '../profile/member_profile.js'
export { hasSecondFactor, resetSecondFactor } from '../profile/own_second_factor.js'
export { type MoveLine, type MovePreview } from '../people/moving/summary.js'
export { movePerson, previewMove } from '../people/moving/move_person.js'
export { type MergePreview, mergePeople, previewMerge } from '../people/moving/merge_people.js'
export { memberNames, membersSource } from '../people/members_source.js'
