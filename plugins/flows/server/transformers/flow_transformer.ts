import { textIn } from '#core/kit/words'
import { fullName } from '#core/contract/full_name'
import { coursesOf } from '../services/anchors.js'
import type { FlowRow } from '../services/flow_service.js'
import type { RoundRow } from '../lists/people.js'
import { timeLine } from '../services/time_line.js'

/** A flow in lists. */
export function toFlow(row: FlowRow) {
  const { id, name, active, counts, company_name: company } = row
  return { id, name, company, active, ...counts, steps: row.definition.steps.length }
}

/** A flow with its newest version. */
export function toDetail(row: FlowRow, names: ReadonlyMap<number, Record<string, string>>, language: string) {
  const courses = [...new Set(coursesOf(row.definition))].map((course) => ({
    id: course,
    name: textIn(names.get(course) ?? {}, language) || String(course),
  }))
  return {
    ...toFlow(row),
    ...{ company_id: row.company_id, version: row.version, definition: row.definition, groups: row.groups, courses },
    ...{ filter: row.filter, filter_name: row.filter_name, again: row.again },
    ...{ refresh_flow: row.refresh_flow_id, refresh_flow_name: row.refresh_flow },
    updated_at: row.updated,
  }
}

export type Flow = ReturnType<typeof toFlow>
export type FlowDetail = ReturnType<typeof toDetail>

/** A person in a flow in lists, in the reader's language. */
export const toPerson = (language: string) => (row: RoundRow) => {
  const { next, steps, ...line } = timeLine(row, row.standing, language)
  const due = steps.filter(({ done_on: done, due_on: on }) => !done && on).map(({ due_on: on }) => on!)
  return {
    ...line,
    ...{ name: fullName(row), email: row.email, company: row.company_name },
    next: next && { course: next.course, why: next.why, state: next.state, starts_on: next.starts_on, due_on: next.due_on },
    /** The first day by which something has to be finished. */
    due_on: due.sort()[0] ?? null,
    steps: steps.map(({ step, course, state }) => ({ step, course, state })),
  }
}
export type FlowPerson = ReturnType<ReturnType<typeof toPerson>>
