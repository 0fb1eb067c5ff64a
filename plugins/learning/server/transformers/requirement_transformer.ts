import type { Session } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import type { RequirementRow } from '../requirements/requirement_list.js'
import type { requirementOptions } from '../requirements/requirement_service.js'
import type { AskedFor } from '../requirements/unmet.js'

/** A row of the tab. */
export const toRequirement = (row: RequirementRow, { companyId, row: { language } }: Session) => ({
  id: row.id,
  requirement: row.requirement_id,
  course_id: row.course_id,
  course: textIn(row.course_name, language) || row.shortname,
  before: row.before,
  kind: row.kind,
  required: row.skill_name ?? textIn(row.required_course_name, language),
  /** The user may remove it; a company cannot remove the platform's requirements. */
  own: row.company_id === companyId,
})
export type RequirementItem = ReturnType<typeof toRequirement>

export const toRequirementOptions = (options: Awaited<ReturnType<typeof requirementOptions>>, language: string | null) => ({
  courses: options.courses.map(({ id, shortname, name }) => ({ id, shortname, name: textIn(name, language) })),
  skills: options.skills.map(({ id, name }) => ({ id, name })),
  exams: options.exams,
})

/** The requirements shown to a participant before they begin. */
export const toAskedFor = ({ kind, name, met, participationId }: AskedFor, language: string) => ({
  kind,
  name: typeof name === 'string' ? name : textIn(name, language),
  met,
  participation: participationId,
})
