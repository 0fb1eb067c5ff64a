import type { api } from '#web/api'

/** A skill as the server returns it. */
export type Skill = Awaited<ReturnType<typeof api.skills.skills.show>>['data']

/** No exam, or no mentor. */
export const NONE = 'none'

/** The form's values for a skill, or for a new one. Pure. */
export const valuesOf = (skill: Omit<Skill, 'id' | 'company_id' | 'updated_at'> | null) => ({
  company: '',
  name: skill?.name ?? '',
  text: skill?.text ?? '',
  valid_months: skill?.valid_months ? String(skill.valid_months) : '',
  renew_months: skill?.renew_months ? String(skill.renew_months) : '',
  starter_months: skill?.starter_months ? String(skill.starter_months) : '',
  mentor_skill: skill?.mentor_skill ? String(skill.mentor_skill) : NONE,
  exam_course: skill?.exam_course ? String(skill.exam_course) : NONE,
  courses: (skill?.courses ?? []).map(String),
  externals: (skill?.externals ?? []).join(', '),
  refresher_courses: (skill?.refresher_courses ?? []).map(String),
  refresher_externals: (skill?.refresher_externals ?? []).join(', '),
  of: (skill?.everybody ? 'everybody' : skill?.groups.length ? 'groups' : 'nobody') as string,
  groups: (skill?.groups ?? []).map(String),
  implied_by: (skill?.implied_by ?? []).map(String),
})
export type SkillValues = ReturnType<typeof valuesOf>

const namesIn = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** The request body of the form. Pure. */
export const toInput = ({
  name,
  text,
  valid_months: months,
  renew_months: renew,
  courses,
  externals,
  refresher_courses: refreshers,
  refresher_externals: refresherExternals,
  of,
  groups,
  implied_by: by,
  exam_course: exam,
  starter_months: starters,
  mentor_skill: mentor,
}: SkillValues) => ({
  name,
  text,
  valid_months: months ? Number(months) : null,
  renew_months: months && renew ? Number(renew) : null,
  courses: courses.map(Number),
  externals: namesIn(externals),
  // They need a window.
  refresher_courses: months && renew ? refreshers.map(Number) : [],
  refresher_externals: months && renew ? namesIn(refresherExternals) : [],
  everybody: of === 'everybody',
  groups: of === 'groups' ? groups.map(Number) : [],
  implied_by: by.map(Number),
  exam_course: Number(exam) || null,
  starter_months: of !== 'nobody' && starters ? Number(starters) : null,
  mentor_skill: of !== 'nobody' && starters ? Number(mentor) || null : null,
})
