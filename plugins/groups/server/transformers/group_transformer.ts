import { fullName } from '#core/contract/full_name'
import type { MemberRow } from '#core/kit/people'
import type { Origin } from '../../contract/index.js'
import type { GroupRow } from '../services/group_service.js'

/** A group as lists show it. */
export function toGroup(row: GroupRow) {
  const { id, kind, name, company_name: company } = row
  return { id, kind, name, company, members: Number(row.members), courses: Number(row.courses), by_rule: row.rule !== null }
}

export interface GivenRow {
  id: number
  course_id: number
  /** Null: it is no longer offered. */
  name: string | null
  due_at: string | null
  due_days: number | null
  mandatory: boolean
  tell: boolean
  /** The people who should have it and were refused, by reason. */
  refused: { code: string; people: number }[]
}

/** A group with its rule and its courses. */
export function toDetail(row: GroupRow, given: readonly GivenRow[]) {
  return {
    ...toGroup(row),
    company_id: row.company_id,
    rule: row.rule,
    updated_at: row.version,
    given: given.map(({ course_id: course, id, name, due_at, due_days, mandatory, tell, refused }) => ({
      ...{ id, course, name, due_at, due_days, mandatory, tell, refused },
    })),
  }
}

export type Group = ReturnType<typeof toGroup>
export type GroupDetail = ReturnType<typeof toDetail>

export type GroupMemberRow = MemberRow & { origin: Origin; since: Date }

export function toGroupMember({ id, firstname, infix, lastname, email, status, origin, since }: GroupMemberRow) {
  return { id, name: fullName({ firstname, infix, lastname }), email, status, origin, since: since.toISOString() }
}

export type GroupMember = ReturnType<typeof toGroupMember>
