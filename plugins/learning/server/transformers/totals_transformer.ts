import { fullName } from '#core/contract/full_name'
import { textIn } from '#core/kit/words'
import type { PersonCourseRow } from '../following/person_courses.js'
import type { CellRow, TotalsRow } from '../following/totals.js'

const toCell = (cell: CellRow) => ({
  id: cell.id,
  course: cell.course_id,
  status: cell.status,
  progress: cell.progress,
  grade: cell.grade,
  due_at: cell.due_at,
  mandatory: cell.mandatory,
  overdue: cell.overdue,
  expires_at: cell.expires_at?.toISOString() ?? null,
  finished_at: cell.finished_at?.toISOString() ?? null,
})
export type TotalsCell = ReturnType<typeof toCell>

/** A row of /totaal: a person, and a cell for each course that they have. */
export const toTotalsRow = (row: TotalsRow) => ({
  id: row.id,
  name: fullName(row),
  email: row.email,
  company: row.company_name,
  cells: [...row.cells.values()].map(toCell),
})
export type TotalsItem = ReturnType<typeof toTotalsRow>

/** A course on a person's tab. */
export const toPersonCourse = (row: PersonCourseRow, language: string) => ({
  id: row.id,
  name: textIn(row.name, language),
  status: row.status,
  progress: row.progress,
  grade: row.grade,
  due_at: row.due_at,
  mandatory: row.mandatory,
  overdue: row.overdue,
  /** False when the person took the course again since; this one is only history. */
  current: row.current,
  registered_at: row.registered_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
})
export type PersonCourse = ReturnType<typeof toPersonCourse>
