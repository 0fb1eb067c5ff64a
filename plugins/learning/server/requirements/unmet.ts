import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import { skillsService } from '#plugins/skills/contract/index'

export type RequirementKind = 'course' | 'exam' | 'skill'

/** A requirement for a course or its exam, and whether the person meets it. */
export interface AskedFor {
  kind: RequirementKind
  /** Language → name of the course; for a skill, its only name. */
  name: Record<string, string> | string
  met: boolean
  /** Their open participation in the required course, to continue there. */
  participationId: number | null
}

interface Row {
  kind: RequirementKind
  required_course_id: number | null
  required_skill_id: number | null
  name: Record<string, string> | null
  open_id: number | null
  passed: boolean
}

const ASKED = `
  select r.kind, r.required_course_id, r.required_skill_id, v.name,
         (select p.id from learning_participations p where p.membership_id = ? and p.course_id = r.required_course_id
             and p.status in ('registered', 'planned', 'busy') order by p.id desc limit 1) as open_id,
         exists (select 1 from learning_participations p where p.membership_id = ? and p.course_id = r.required_course_id
             and p.status = 'passed') as passed
    from learning_requirements r
    left join learning_courses c on c.id = r.required_course_id
    left join learning_course_versions v on v.id = c.offer_version_id
   where r.course_id = ? and r.before = ?
   order by r.id`

/**
 * The requirements of a course or its exam, with whether this person meets them: those of the platform and of the running company. A
 * requirement for a skill or an exam is left out while its plugin is off: a requirement that nobody can meet must not block anyone.
 */
export async function requirementsOf(
  membershipId: number,
  courseId: number,
  before: 'course' | 'exam',
  client: Pick<TransactionClientContract, 'rawQuery' | 'from'> = db,
): Promise<AskedFor[]> {
  const { rows } = await client.rawQuery<{ rows: Row[] }>(ASKED, [membershipId, membershipId, courseId, before])
  if (!rows.length) return []
  const has = (kind: RequirementKind) => rows.some((row) => row.kind === kind)
  const exams = has('exam') ? await serviceOf(examsService, client) : null
  const skills = has('skill') ? await serviceOf(skillsService, client) : null
  const passedExams = new Set(await exams?.passedBy(membershipId, client))
  const held = new Map((await skills?.skillsOf(membershipId, client))?.map((skill) => [skill.id, skill]))
  return rows.flatMap(
    ({ kind, required_course_id: course, required_skill_id: skill, name, open_id: participationId, passed }): AskedFor[] => {
      if (kind === 'skill') {
        const known = held.get(skill!)
        return known ? [{ kind, name: known.name, met: known.held, participationId: null }] : []
      }
      if (kind === 'exam') return exams ? [{ kind, name: name ?? {}, met: passedExams.has(course!), participationId: null }] : []
      return [{ kind, name: name ?? {}, met: passed, participationId: passed ? null : participationId }]
    },
  )
}

/** Returns the people who do not meet the requirements for a course's exam. */
export async function missingForExam(
  trx: TransactionClientContract,
  courseId: number,
  membershipIds: readonly number[],
): Promise<number[]> {
  // Most exams have no requirements.
  const any = await trx.from('learning_requirements').where({ course_id: courseId, before: 'exam' }).select('id').first()
  if (!any) return []
  const lacking: number[] = []
  for (const id of membershipIds) if ((await requirementsOf(id, courseId, 'exam', trx)).some(({ met }) => !met)) lacking.push(id)
  return lacking
}
