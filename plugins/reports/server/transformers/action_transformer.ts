import { textIn } from '#core/kit/words'

export type ActionKind = 'registered' | 'started' | 'passed' | 'failed' | 'certificate' | 'withdrawn'

export interface ActionRow {
  id: number
  kind: ActionKind
  membership_id: number | null
  person_name: string | null
  course_name: Record<string, string>
  grade: number | null
  occurred_at: Date
  company_name: string
}

/** One line of the recent actions. */
export interface Action {
  id: number
  kind: ActionKind
  /** Null when the person was erased. */
  membership_id: number | null
  person_name: string | null
  course_name: string
  grade: number | null
  /** ISO 8601. */
  occurred_at: string
  company_name: string
}

/** @param lang language of the course name */
export function toAction(row: ActionRow, lang: string): Action {
  return {
    id: row.id,
    kind: row.kind,
    membership_id: row.membership_id,
    person_name: row.person_name,
    course_name: textIn(row.course_name, lang),
    grade: row.grade,
    occurred_at: row.occurred_at.toISOString(),
    company_name: row.company_name,
  }
}
