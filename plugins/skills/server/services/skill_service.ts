import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { invalid, notFound } from '#core/contract/errors'
import { orUniqueError, saveFrom, versionOf } from '#core/kit/database'
import { currentCompanyId, inChosenCompany, inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { groupsService } from '#plugins/groups/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import type { skillChangeValidator, skillValidator } from '../validators/skills.js'
import { reachOf, recomputeSkills } from './recompute.js'

export type SkillInput = Omit<Infer<typeof skillValidator>, 'company'>
const UNIQUE = { skills_skills_name: 'name' }
const TABLE = 'skills_skills'

/** A skill with what gives it and who needs it. */
export interface Skill {
  id: number
  company_id: number
  name: string
  text: string
  valid_months: number | null
  /** A renewal within this many months before the end keeps its date; null: no window. */
  renew_months: number | null
  /** New people have this many months to get it; null: it is required at once. */
  starter_months: number | null
  /** The skill that their mentor needs; null: they have no mentor. */
  mentor_skill: number | null
  /** The course whose exam leads to it; null: none. */
  exam_course: number | null
  everybody: boolean
  courses: number[]
  externals: string[]
  /** Courses and external courses that only renew it while it is valid. */
  refresher_courses: number[]
  refresher_externals: string[]
  groups: number[]
  /** Skills that satisfy this one: a person who has one of them also has this one. */
  implied_by: number[]
  updated_at: string
}

/** Complete skills, in one query. */
export const skills = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from(`${TABLE} as s`)
    .select(
      's.id',
      's.company_id',
      's.name',
      's.text',
      's.valid_months',
      's.renew_months',
      's.everybody',
      's.starter_months',
      's.mentor_skill_id as mentor_skill',
      's.exam_course_id as exam_course',
    )
    .select(
      db.raw(`array(select o.course_id from skills_sources o where o.company_id = s.company_id and o.skill_id = s.id
                     and o.course_id is not null and not o.renews_only order by o.id) as courses`),
      db.raw(`array(select o.course_id from skills_sources o where o.company_id = s.company_id and o.skill_id = s.id
                     and o.course_id is not null and o.renews_only order by o.id) as refresher_courses`),
      db.raw(`array(select o.external_name from skills_sources o where o.company_id = s.company_id and o.skill_id = s.id
                     and o.external_name is not null and o.renews_only order by o.id) as refresher_externals`),
      db.raw(`array(select o.external_name from skills_sources o where o.company_id = s.company_id and o.skill_id = s.id
                     and o.external_name is not null and not o.renews_only order by o.id) as externals`),
      db.raw(
        `array(select g.group_id from skills_groups g where g.company_id = s.company_id and g.skill_id = s.id order by g.id) as groups`,
      ),
      db.raw(`array(select i.by_skill_id from skills_implied i where i.company_id = s.company_id and i.skill_id = s.id
                     order by i.id) as implied_by`),
      db.raw(`${versionOf('s.updated_at')} as updated_at`),
    )

/** Runs in the company of a skill; an admin switches to it. */
export const atSkill = <T>(session: Session, id: number | string, what: string, fn: () => Promise<T>): Promise<T> =>
  inCompanyOfRow(session, { table: TABLE, id: String(id), reason: `skills.${what}` }, fn)

/** Runs in the company that a new skill is for. @throws AppError 422 `company` (required), for an admin */
export function inSkillCompany<T>(session: Session, company: number | undefined, what: string, fn: () => Promise<T>): Promise<T> {
  if (session.isAdmin && !company) throw invalid('company', 'required')
  return inChosenCompany(session, { company: company ?? 0, reason: `skills.${what}` }, fn)
}

/** @throws AppError 404 */
export async function findSkill(id: number | string, client?: TransactionClientContract): Promise<Skill> {
  const row: Skill | null = await skills(client).where('s.id', id).first()
  if (!row) throw notFound()
  return row
}

export const showSkill = (session: Session, id: string) => atSkill(session, id, 'show', () => findSkill(id))

/** Returns the options of a skill: the courses and skills that can give it, and the groups that can need it if that plugin is on. */
export async function options(language: string) {
  const courses = (await (await serviceOf(learningService))?.listCourses()) ?? []
  const groups = (await (await serviceOf(groupsService))?.list()) ?? []
  return {
    courses: courses
      .map(({ id, name, durationMinutes }) => ({ id, name: textIn(name, language), minutes: durationMinutes }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    groups: groups.map(({ id, name }) => ({ id, name })),
    skills: ((await db.from(TABLE).orderByRaw('lower(name)').select('id', 'name')) as { id: number; name: string }[]).map((one) => ({
      id: Number(one.id),
      name: one.name,
    })),
  }
}

/**
 * @param id of the skill itself; null for a new one
 * @throws AppError 422 on `courses`, `groups`, `implied_by` or `mentor_skill` (enum): an id that is not of this company, or the skill
 * itself; on `renew_months` (shorter): a window as long as the validity
 */
export async function assertKnown(input: SkillInput, id: number | null): Promise<void> {
  const { courses, groups, implied_by: by = [], mentor_skill: mentor = null } = input
  const { valid_months: months, renew_months: renew, refresher_courses: refreshers = [] } = input
  if (months !== null && renew && renew >= months) throw invalid('renew_months', 'shorter')
  const known = await options('nl')
  const all = (of: readonly { id: number }[], ids: readonly number[]) => ids.every((id) => of.some((one) => one.id === id))
  if (!all(known.courses, courses)) throw invalid('courses', 'enum')
  if (!all(known.courses, refreshers)) throw invalid('refresher_courses', 'enum')
  // Without a window nobody could say until when it renews.
  if ((refreshers.length || input.refresher_externals?.length) && (months === null || !renew)) throw invalid('renew_months', 'required')
  if (!all(known.groups, groups)) throw invalid('groups', 'enum')
  if (!all(known.skills, by) || by.some((one) => one === id)) throw invalid('implied_by', 'enum')
  if (input.exam_course && !all(known.courses, [input.exam_course])) throw invalid('exam_course', 'enum')
  if (mentor !== null && (mentor === id || !all(known.skills, [mentor]))) throw invalid('mentor_skill', 'enum')
}

/**
 * Returns the courses that only renew a skill: unchanged if left out, none without a renewal window, and never a course that also gives it.
 */
async function refreshersOf(
  trx: TransactionClientContract,
  skill: number,
  input: SkillInput,
): Promise<{ courses: number[]; externals: string[] }> {
  const before = await findSkill(skill, trx)
  if (before.renew_months === null) return { courses: [], externals: [] }
  const { refresher_courses: courses = before.refresher_courses, refresher_externals: externals = before.refresher_externals } = input
  return {
    courses: courses.map(Number).filter((id) => !input.courses.includes(id)),
    externals: externals.filter((name) => !input.externals.includes(name)),
  }
}

const sourcesOf = (
  of: { company_id: number; skill_id: number; renews_only: boolean },
  courses: readonly number[],
  externals: readonly string[],
) => [
  ...courses.map((course_id) => ({ ...of, course_id, external_name: null })),
  ...[...new Set(externals)].map((external_name) => ({ ...of, course_id: null, external_name })),
]

/** Writes a skill and updates its cells, in one transaction; the preview does the same and rolls back. @returns its id */
export async function writeSkill(trx: TransactionClientContract, id: number | null, input: SkillInput): Promise<number> {
  const company_id = currentCompanyId()
  const { name, text = '', valid_months, everybody, renew_months } = input
  // When left out, it is unchanged; without a validity there is no window.
  const renewal = valid_months === null ? { renew_months: null } : renew_months === undefined ? {} : { renew_months }
  const { starter_months, mentor_skill, exam_course } = input
  const starters = {
    ...(starter_months !== undefined && { starter_months }),
    ...(mentor_skill !== undefined && { mentor_skill_id: mentor_skill }),
    ...(exam_course !== undefined && { exam_course_id: exam_course }),
  }
  const values = { name, text, valid_months, everybody, ...renewal, ...starters }
  let skill = id
  if (skill)
    await trx
      .from(TABLE)
      .where('id', skill)
      .update({ ...values, updated_at: trx.raw('clock_timestamp()') })
  else {
    const [row] = await trx
      .table(TABLE)
      .insert({ company_id, ...values })
      .returning('id')
    skill = Number(row.id ?? row)
  }
  const skill_id = skill
  const renewing = await refreshersOf(trx, skill_id, input)
  for (const table of ['skills_sources', 'skills_groups']) await trx.from(table).where({ skill_id }).delete()
  const sources = [
    ...sourcesOf({ company_id, skill_id, renews_only: false }, input.courses, input.externals),
    ...sourcesOf({ company_id, skill_id, renews_only: true }, renewing.courses, renewing.externals),
  ]
  if (sources.length) await trx.table('skills_sources').multiInsert(sources)
  const groups = input.everybody ? [] : input.groups
  if (groups.length) await trx.table('skills_groups').multiInsert(groups.map((group_id) => ({ company_id, skill_id, group_id })))
  // When left out, it is unchanged.
  if (input.implied_by) {
    await trx.from('skills_implied').where({ skill_id }).delete()
    const by = input.implied_by.map((by_skill_id) => ({ company_id, skill_id, by_skill_id }))
    if (by.length) await trx.table('skills_implied').multiInsert(by)
  }
  await recomputeSkills(trx, { skill: skill_id })
  return skill_id
}

/** The same in the company's scope. @returns its id @throws AppError 422 on `name` (unique), `courses`, `groups`, `implied_by` (enum) */
export async function addSkill(input: SkillInput): Promise<number> {
  await assertKnown(input, null)
  return orUniqueError(UNIQUE, () => db.transaction((trx) => writeSkill(trx, null, input)))
}

/** @throws AppError as `addSkill`; 422 on `company` (required), for an admin */
export const createSkill = (session: Session, { company, ...input }: Infer<typeof skillValidator>): Promise<Skill> =>
  inSkillCompany(session, company, 'create', async () => findSkill(await addSkill(input)))

/** @throws AppError 404; 409 changed_meanwhile; 422 as `addSkill` */
export function updateSkill(
  session: Session,
  id: string,
  { updated_at: version, ...input }: Infer<typeof skillChangeValidator>,
): Promise<Skill> {
  return atSkill(session, id, 'update', async () => {
    await assertKnown(input, Number(id))
    await orUniqueError(UNIQUE, () =>
      saveFrom(
        { table: TABLE, id: Number(id), version, sent: input, current: async (trx) => ({ ...(await findSkill(id, trx)) }) },
        async (trx) => {
          await writeSkill(trx, Number(id), input)
        },
      ),
    )
    return findSkill(id)
  })
}

/**
 * Deletes a skill with its cells. People's proofs stay and count for the other skills, except for those that this one satisfied. @throws
 * AppError 404
 */
export function removeSkill(session: Session, id: string): Promise<void> {
  return atSkill(session, id, 'remove', async () => {
    await db.transaction(async (trx) => {
      const { touched } = await reachOf(trx, Number(id))
      if (!Number(await trx.from(TABLE).where('id', id).delete())) throw notFound()
      for (const skill of touched) if (skill !== Number(id)) await recomputeSkills(trx, { skill })
    })
  })
}
