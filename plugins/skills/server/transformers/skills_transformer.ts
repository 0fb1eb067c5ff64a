import { fullName } from '#core/contract/full_name'
import { textIn } from '#core/kit/words'
import type { CellRow, MatrixRow, SkillColumn } from '../lists/matrix.js'
import type { GapRow } from '../lists/gaps.js'

const toCell = ({ skill_id: skill, state, required, origin, valid_until, due_on }: CellRow) => ({
  ...{ skill, state, required, origin, valid_until, due_on },
})
export type SkillCell = ReturnType<typeof toCell>

/** A row of /skills: a person, and a cell for each skill that they have or need. */
export const toMatrixRow = (row: MatrixRow) => ({
  id: row.id,
  name: fullName(row),
  email: row.email,
  company: row.company_name,
  company_id: row.company_id,
  cells: [...row.cells.values()].map(toCell),
})
export type MatrixItem = ReturnType<typeof toMatrixRow>

export const toColumn = ({ id, name, company, company_id, required, met, held }: SkillColumn) => ({
  id,
  name,
  company,
  company_id,
  required,
  met,
  held,
})
export type MatrixColumn = ReturnType<typeof toColumn>

export const toGap = (row: GapRow, language: string | null) => ({
  id: row.id,
  by: row.valid_until ?? row.due_on,
  mentor: row.mentor,
  needs_mentor: row.needs_mentor,
  renew_from: row.renew_from,
  name: fullName(row),
  membership: row.membership_id,
  skill: row.skill,
  skill_id: row.skill_id,
  state: row.state,
  company: row.company_name,
  course: row.course_id,
  course_name: row.course_name ? textIn(row.course_name, language) : null,
})
export type Gap = ReturnType<typeof toGap>
