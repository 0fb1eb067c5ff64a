import { fullName } from '#core/contract/full_name'
import type { ContractStatus, ContractType } from '../../contract/index.js'
import type { UseState } from '../../contract/index.js'
import { type ContractRow, extraOf, limitOf } from '../services/store.js'
import { courseOf, type UseRow as ListedUse } from '../services/uses.js'

export interface Contract {
  id: number
  name: string
  company: string
  order_number: string | null
  type: ContractType
  starts_on: string
  ends_on: string
  status: ContractStatus
  used: number
  /** Null: no limit. */
  limit: number | null
  extra_cents: number | null
}

export const toContract = (row: ContractRow): Contract => ({
  id: row.id,
  name: row.name,
  company: row.company_name,
  order_number: row.order_number,
  type: row.type,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  status: row.status,
  used: row.used,
  limit: limitOf(row),
  extra_cents: extraOf(row),
})

/** A line of the tab "consumption". */
export interface Use {
  id: number
  person: string
  course: string
  contract: string
  contract_id: number
  company: string
  taken_at: string
  started_at: string | null
  state: UseState
  extra_cents: number
  invoice: string | null
}

/** @param language of the reader */
export const toUse = (row: ListedUse, language: string): Use => ({
  id: row.id,
  person: row.person,
  course: courseOf(row, language),
  contract: row.contract_name,
  contract_id: row.contract_id,
  company: row.company_name,
  taken_at: row.taken_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  state: row.state,
  extra_cents: row.extra_cents,
  invoice: row.bill_number,
})

interface UseRow {
  subject: string
  course_id: number
  membership_id: number | null
  taken_at: Date
  started_at: Date | null
  given_back_at: Date | null
  extra_cents: number
  bill_number: string | null
  firstname: string | null
  infix: string | null
  lastname: string | null
}

export interface ContractDetail extends Contract {
  company_id: number
  email: string
  participants: number | null
  custom_courses: number | null
  extra_participant_cents: number | null
  extra_course_cents: number | null
  only_started: boolean
  courses: { id: number; name: string }[]
  /** The costs past the limit so far, in cents without VAT. */
  extra_total_cents: number
  /** The part of it on the next invoice. */
  extra_open_cents: number
  /** `yyyy-mm-dd`, at the current pace; null: not before its end. */
  runs_out_on: string | null
  uses: {
    key: string
    name: string
    course: string
    taken_at: string
    started: boolean
    given_back: boolean
    extra_cents: number
    invoice: string | null
  }[]
  by_course: { course: string; count: number }[]
  updated_at: string
}

export function toDetail(
  row: ContractRow,
  {
    uses,
    names,
    runsOutOn,
    extra,
  }: { uses: UseRow[]; names: ReadonlyMap<number, string>; runsOutOn: string | null; extra: { all: number; open: number } },
): ContractDetail {
  const nameOf = (id: number) => names.get(id) ?? String(id)
  const counted = uses.filter(({ given_back_at: back, started_at: started }) => !back && (!row.only_started || started))
  // The same person with a course in two ways counts once, as in the contract.
  const who = new Map<number, Set<number | string>>()
  for (const [index, { course_id: course, membership_id: id }] of counted.entries())
    who.set(course, (who.get(course) ?? new Set()).add(id ?? `gone ${index}`))
  return {
    ...toContract(row),
    company_id: row.company_id,
    email: row.email,
    participants: row.participants,
    custom_courses: row.custom_courses,
    extra_participant_cents: row.extra_participant_cents,
    extra_course_cents: row.extra_course_cents,
    only_started: row.only_started,
    courses: row.courses.map((course) => ({ id: course, name: nameOf(course) })),
    extra_total_cents: extra.all,
    extra_open_cents: extra.open,
    runs_out_on: runsOutOn,
    uses: uses.map((use, index) => ({
      key: `${use.subject}-${use.membership_id ?? index}`,
      name: fullName(use),
      course: nameOf(use.course_id),
      taken_at: use.taken_at.toISOString(),
      started: use.started_at !== null,
      given_back: use.given_back_at !== null,
      extra_cents: use.extra_cents,
      invoice: use.bill_number,
    })),
    by_course: [...who].map(([course, { size: count }]) => ({ course: nameOf(course), count })).sort((a, b) => b.count - a.count),
    updated_at: row.version,
  }
}
