import db from '@adonisjs/lucid/services/db'
import { invalid, notFound } from '#core/contract/errors'
import { today } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import { findMember } from '#core/kit/people'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { atSkill, findSkill } from './skill_service.js'

const TABLE = 'skills_mentors'
const MENTOR_MAIL = 'skills.mail.mentor'
/** Most candidates to choose from. */
const MAX_CANDIDATES = 500

/** The payload of the mail. */
export interface MentorFacts {
  /** The recipient: the mentor, the person they guide, or the previous mentor. */
  role: 'mentor' | 'starter' | 'former'
  /** About the other one of the two. */
  member: number
  skill: number
}

/** A person's mentor for a skill. */
export interface Mentor {
  id: number
  name: string
  /** Whether the mentor has the required skill today. */
  qualified: boolean
}

/** SQL: a cell `c` is valid today. Binds today. */
const COUNTS = 'c.origin is not null and (c.valid_until is null or c.valid_until >= ?::date)'

/** @param needed the skill that a mentor must have */
export async function mentorOf(member: number, skill: number, needed: number | null): Promise<Mentor | null> {
  const { rows } = await db.rawQuery<{ rows: Mentor[] }>(
    `select m.id, m.full_name as name, m.state = 'active' and exists (
              select 1 from skills_cells c where c.company_id = x.company_id and c.membership_id = m.id and c.skill_id = ? and ${COUNTS}) as qualified
       from skills_mentors x join kit_members m on m.company_id = x.company_id and m.id = x.mentor_membership_id
      where x.membership_id = ? and x.skill_id = ?`,
    [needed ?? 0, today(), member, skill],
  )
  return rows[0] ?? null
}

/** The people who may be a mentor for a skill: active people who have the skill its mentors need. In the scope of the company. */
async function candidates(needed: number | null, except: number | null): Promise<{ id: number; name: string }[]> {
  if (needed === null) return []
  return db
    .from('skills_cells as c')
    .joinRaw('join kit_members m on m.company_id = c.company_id and m.id = c.membership_id')
    .where('c.skill_id', needed)
    .whereRaw(COUNTS, [today()])
    .where('m.state', 'active')
    .whereNot('m.id', except ?? 0)
    .orderBy('m.sort_name')
    .orderBy('m.id')
    .limit(MAX_CANDIDATES)
    .select('m.id', 'm.full_name as name')
}

/** @throws AppError 404 */
export const listCandidates = (session: Session, skill: string) =>
  atSkill(session, skill, 'mentors', async () => candidates((await findSkill(skill)).mentor_skill, null))

/**
 * Assigns a person's mentor for a skill, or removes the mentor. Everybody involved is notified.
 * @throws AppError 404 for a person or skill that the company does not have; 422 on `mentor` (enum) for a person who may not be one
 */
export function nameMentor(session: Session, skill: string, person: string, mentor: number | null): Promise<Mentor | null> {
  return atSkill(session, skill, 'mentor', async () => {
    const { id, mentor_skill: needed } = await findSkill(skill)
    const member = await findMember(person)
    if (!member) throw notFound()
    if (mentor !== null && !(await candidates(needed, member.id)).some((one) => one.id === mentor)) throw invalid('mentor', 'enum')
    await db.transaction(async (trx) => {
      const of = { membership_id: member.id, skill_id: id }
      const before: { mentor_membership_id: number } | null = await trx.from(TABLE).where(of).forUpdate().first()
      if (before?.mentor_membership_id === mentor) return
      await trx.from(TABLE).where(of).delete()
      // Selects from the members: a person who is being erased gets no mentor.
      if (mentor !== null)
        await trx.rawQuery(
          `insert into skills_mentors (company_id, membership_id, skill_id, mentor_membership_id)
             select m.company_id, m.id, ?, o.id from kit_members m join kit_members o on o.company_id = m.company_id and o.id = ?
              where m.id = ? and m.company_id = ? and (select count(*) from kit_held_members(array[m.id, o.id])) = 2`,
          [id, mentor, member.id, currentCompanyId()],
        )
      const tell = (to: number, role: MentorFacts['role'], other: number) => {
        const payload: MentorFacts = { role, member: other, skill: id }
        return sendMail(trx, MENTOR_MAIL, { to: { member: to }, payload })
      }
      if (mentor !== null) await tell(mentor, 'mentor', member.id)
      if (mentor !== null) await tell(member.id, 'starter', mentor)
      if (before) await tell(before.mentor_membership_id, 'former', member.id)
    })
    return mentorOf(member.id, id, needed)
  })
}

/** The values of the mail; null when the other person or the skill is gone. */
export async function mentorValues({ role, member, skill }: MentorFacts): Promise<Record<string, string> | null> {
  const other = await findMember(member)
  const row: { name: string } | null = await db.from('skills_skills').where('id', skill).select('name').first()
  if (!other || !row) return null
  const { name } = await db.from('kit_members').where('id', member).select('full_name as name').firstOrFail()
  return { role, person: name, skill: row.name, actionUrl: await platformUrl('/profiel') }
}
