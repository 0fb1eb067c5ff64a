import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import type { Day } from '#core/kit/days'
import { findMember } from '#core/kit/people'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import type { Origin, SkillState } from '../../contract/index.js'
import { options } from './skill_service.js'
import { GRANTS_SKILL, RENEW_FROM, STATE, stateDays } from './states.js'

interface CellRow {
  id: number
  skill_id: number
  name: string
  state: SkillState
  required: boolean
  origin: Origin | null
  held_on: Day | null
  valid_until: Day | null
  /** The due date of a new person who does not have the skill. */
  due_on: Day | null
  /** The first day on which renewing keeps that date. */
  renew_from: Day | null
  proof_course: number | null
  proof_name: string | null
  /** The skill through which they have it. */
  through: string | null
  courses: number[]
}

/**
 * All skills that a person has or needs: until when, their proofs, and what would give them. The ones that need action come first.
 * @throws AppError 404
 */
export function personSkills(session: Session, membership: string) {
  return inCompanyOfRow(session, { table: 'core_memberships', id: membership, reason: 'skills.person' }, async () => {
    const member = await findMember(membership)
    if (!member) throw notFound()
    const { rows } = await db.rawQuery<{ rows: CellRow[] }>(
      `select c.id, c.skill_id, s.name, ${STATE} as state, c.required, c.origin, c.held_on, c.valid_until, c.due_on, ${RENEW_FROM} as renew_from, t.name as through,
              p.course_id as proof_course, p.name as proof_name,
              array(select o.course_id from skills_sources o where o.company_id = c.company_id and o.skill_id = c.skill_id
                     and o.course_id is not null and ${GRANTS_SKILL()} order by o.renews_only desc, o.id) as courses
         from skills_cells c
         join skills_skills s on s.company_id = c.company_id and s.id = c.skill_id
         left join skills_skills t on t.company_id = c.company_id and t.id = c.through_skill_id
         left join skills_proofs p on p.company_id = c.company_id and p.id = c.proof_id
        where c.membership_id = ?
        order by s.search_text, s.id`,
      [...stateDays(), member.id],
    )
    const learning = await serviceOf(learningService)
    const underWay = new Map((await learning?.openCourses(member.id))?.map(({ courseId, dueAt }) => [courseId, { due_at: dueAt }]))
    const names = new Map((await options(session.row.language)).courses.map(({ id, name }) => [id, name]))
    // The same as in the bulk action: the first course that gives the skill.
    const courseOf = (ids: readonly number[]) => ids.map((id) => ({ id, name: names.get(id) })).find(({ name }) => name !== undefined)
    return rows.map(({ courses, proof_course: proof, proof_name: proofName, ...cell }) => ({
      ...cell,
      proof: proof ? (names.get(proof) ?? null) : proofName,
      course: courseOf(courses)?.name ?? null,
      /** They already have the course that would give it, with its due date. */
      under_way: courses.map((id) => underWay.get(id)).find(Boolean) ?? null,
    }))
  })
}
export type PersonSkillLine = Awaited<ReturnType<typeof personSkills>>[number]
