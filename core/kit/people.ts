// The people of the running scope. Accounts and memberships are core's tables: this is the way to them.
export { membershipStatusChanged } from '../contract/people_events.js'
export { knownBirthdate } from '../people/birthdate.js'
export { setMemberStatus } from '../people/member_status.js'
export {
  MEMBER_SORTS,
  type MemberDetail,
  type MemberList,
  type MemberRow,
  type MemberSort,
  findMember,
  isMember,
  listMembers,
} from '../people/members.js'
export { memberNames, membersSource } from '../people/members_source.js'
