import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invalid, notFound } from '#core/contract/errors'
import { orUniqueError } from '#core/kit/database'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import { skillsService } from '#plugins/skills/contract/index'
import type { Editor } from '../editor/whose_courses.js'
import type { RequirementKind } from './unmet.js'

interface RequirementInput {
  course: number
  before: 'course' | 'exam'
  kind: RequirementKind
  /** Id of the course or the skill. */
  required: number
}

type Client = Pick<TransactionClientContract, 'from'>

const courseOf = (client: Client, id: number, owner: number | null) =>
  client
    .from('learning_courses')
    .where('id', id)
    // Courses of the platform must not depend on something of one company.
    .if(owner === null, (query) => query.whereNull('company_id'))
    .select('id')
    .first()

/**
 * Adds a requirement for a course or its exam. A requirement of the platform applies to everybody; one of a company applies to its own
 * people, also for courses of the platform.
 * @throws AppError 422 on `course`, `required` (enum, itself, circle, unique), `kind` (enum: no plugin provides such a thing here)
 */
export async function addRequirement({ owner }: Editor, { course, before, kind, required }: RequirementInput): Promise<number> {
  if (!(await courseOf(db, course, owner))) throw invalid('course', 'enum')
  if (kind === 'skill') {
    const skills = owner === null ? null : await serviceOf(skillsService)
    if (!skills) throw invalid('kind', 'enum')
    if (!(await skills.skills()).some(({ id }) => id === required)) throw invalid('required', 'enum')
  } else {
    if (kind === 'exam' && !(await serviceOf(examsService))) throw invalid('kind', 'enum')
    if (!(await courseOf(db, required, owner))) throw invalid('required', 'enum')
    // The course itself may be required before its exam.
    if (required === course && !(before === 'exam' && kind === 'course')) throw invalid('required', 'itself')
  }
  const row = {
    ...{ company_id: owner, course_id: course, before, kind },
    ...{ required_course_id: kind === 'skill' ? null : required, required_skill_id: kind === 'skill' ? required : null },
  }
  return orUniqueError({ learning_requirements_twice: 'required' }, () =>
    db.transaction(async (trx) => {
      // Serialises additions, so that of two that would form a circle together, the second one sees the first.
      await trx.rawQuery(`select pg_advisory_xact_lock(hashtext('learning_requirements'))`)
      if (kind === 'course' && before === 'course' && (await leadsTo(trx, required, course))) throw invalid('required', 'circle')
      const [kept] = await trx.knexQuery().table('learning_requirements').insert(row).returning('id')
      return kept.id as number
    }),
  )
}

/** Whether a course requires another one, directly or through other courses. */
async function leadsTo(trx: TransactionClientContract, from: number, to: number): Promise<boolean> {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `with recursive asked(id) as (
       select ?::bigint
       union
       select r.required_course_id from asked a join learning_requirements r on r.course_id = a.id
        where r.before = 'course' and r.kind = 'course')
     select 1 from asked where id = ?`,
    [from, to],
  )
  return rows.length > 0
}

/** Removes a requirement; only its owner can. @throws AppError 404 */
export async function removeRequirement({ owner }: Editor, id: string): Promise<void> {
  const gone = await db
    .from('learning_requirements')
    .where('id', id)
    .where((query) => void (owner === null ? query.whereNull('company_id') : query.where('company_id', owner)))
    .delete()
  if (!Number(gone)) throw notFound()
}

/** The choices of the form: courses by name, the company's skills, and whether exams are available. */
export async function requirementOptions({ owner }: Editor): Promise<{
  courses: { id: number; shortname: string; name: Record<string, string> }[]
  skills: { id: number; name: string }[]
  exams: boolean
}> {
  const courses = await db
    .from('learning_courses as c')
    .join('learning_course_versions as v', 'v.id', 'c.offer_version_id')
    .if(owner === null, (query) => query.whereNull('c.company_id'))
    .orderBy('c.search_text')
    .select('c.id', 'c.shortname', 'v.name')
  const skills = owner === null ? null : await serviceOf(skillsService)
  return { courses, skills: (await skills?.skills()) ?? [], exams: (await serviceOf(examsService)) !== null }
}
