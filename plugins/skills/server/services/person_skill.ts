import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import type { Day } from '#core/kit/days'
import { findMember } from '#core/kit/people'
import { serviceOf } from '#core/kit/services'
import type { Session } from '#core/kit/scope'
import { groupsService } from '#plugins/groups/contract/index'
import type { Origin } from '../../contract/index.js'
import { mentorOf } from './mentors.js'
import { atSkill, findSkill, options } from './skill_service.js'
import { RENEW_FROM, stateOf } from './states.js'

interface Proof {
  id: number
  kind: Exclude<Origin, 'hand'>
  source_id: number
  course_id: number | null
  name: string | null
  day: Day
  valid_until: Day | null
  revoked: boolean
  /** It comes from a course that only renews. */
  renews_only: boolean
}

/** One skill of one person: its state, why they need it, its proofs, and what would give it. @throws AppError 404 */
export function personSkill(session: Session, membership: string, id: string) {
  return atSkill(session, id, 'cell', async () => {
    const skill = await findSkill(id)
    const member = await findMember(Number(membership))
    if (!member) throw notFound()
    const cell = await db
      .from('skills_cells as c')
      .where({ membership_id: member.id, skill_id: skill.id })
      .select('c.*', db.raw(`${RENEW_FROM} as renew_from`))
      .first()
    const known = await options(session.row.language)
    const courseName = (course: number) => known.courses.find((one) => one.id === course)?.name ?? null
    const members = (await (await serviceOf(groupsService))?.membersOf(skill.groups)) ?? new Map<number, number[]>()
    // A proof of a skill that satisfies this one is also a proof of this one.
    const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
      `with recursive sources as (
         select ?::bigint as id union select i.by_skill_id from sources s join skills_implied i on i.skill_id = s.id)
       select id from sources`,
      [skill.id],
    )
    const sources = rows.map((row) => Number(row.id))
    const proofs: Proof[] = await db
      .from('skills_proofs as p')
      .where('p.membership_id', member.id)
      .whereRaw(
        'exists (select 1 from skills_sources o where o.skill_id = any(?::bigint[]) and (o.course_id = p.course_id or o.name_key = p.name_key))',
        [sources] as never[],
      )
      .orderBy([
        { column: 'p.day', order: 'desc' },
        { column: 'p.id', order: 'desc' },
      ])
      .limit(50)
      .select('p.id', 'p.kind', 'p.source_id', 'p.course_id', 'p.name', 'p.day', 'p.valid_until', 'p.revoked')
      .select(
        db.raw(
          `not exists (select 1 from skills_sources o where o.skill_id = any(?::bigint[]) and not o.renews_only
                        and (o.course_id = p.course_id or o.name_key = p.name_key)) as renews_only`,
          [sources] as never[],
        ),
      )
    return {
      person: { id: member.id, name: fullName(member) },
      skill: { id: skill.id, company_id: skill.company_id, name: skill.name, text: skill.text, valid_months: skill.valid_months },
      state: cell ? stateOf(cell) : null,
      required: Boolean(cell?.required),
      everybody: skill.everybody,
      groups: known.groups.filter(({ id: group }) => members.get(group)?.includes(member.id)).map(({ name }) => name),
      origin: (cell?.origin ?? null) as Origin | null,
      /** The skill through which they have this one; null: they have it directly. */
      through: known.skills.find(({ id: one }) => one === Number(cell?.through_skill_id))?.name ?? null,
      /** The due date of a new person who does not have the skill. */
      due_on: (cell?.due_on ?? null) as Day | null,
      /** The name of the skill that their mentor needs, and the mentor; null when new people need none. */
      mentor_skill: known.skills.find(({ id: one }) => one === Number(skill.mentor_skill))?.name ?? null,
      mentor: await mentorOf(member.id, skill.id, skill.mentor_skill),
      held_on: (cell?.held_on ?? null) as Day | null,
      valid_until: (cell?.valid_until ?? null) as Day | null,
      /** The first day on which renewing keeps that date; null: no window. */
      renew_from: (cell?.renew_from ?? null) as Day | null,
      proofs: proofs.map(({ course_id: course, name, ...proof }) => ({
        ...proof,
        name: course ? courseName(course) : name,
        counts: proof.id === cell?.proof_id,
      })),
      courses: skill.courses.flatMap((course) => {
        const name = courseName(course)
        return name ? [{ id: course, name }] : []
      }),
    }
  })
}
export type PersonSkill = Awaited<ReturnType<typeof personSkill>>
