// The people of the running scope. Accounts and memberships are core's tables: this is the way to them.
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
