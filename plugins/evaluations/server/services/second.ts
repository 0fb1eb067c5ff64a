import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { addDays, dayOf, today } from '#core/kit/days'
import { currentCompanyId, type Session } from '#core/kit/scope'
import type { coursePassed } from '#plugins/learning/contract/index'
import { OPEN_DAYS, REMARK, SECOND_SCALES, type SecondAbout } from '../../second.js'
import type { Words } from '../../results.js'

/** A second evaluation that somebody may answer. */
export interface OpenSecond {
  id: number
  about: SecondAbout
  course_name: Words
  /** The person who took the course. */
  person: string
}

/**
 * Plans the second evaluations of a passed course, if its course had one at that moment: by the participant, and by their supervisor. The
 * supervisor is the person's manager, else the company's only supervisor. With several supervisors and no manager nobody is asked. Idempotent.
 */
export async function planSecond(facts: PayloadOf<typeof coursePassed>): Promise<void> {
  const later: { weeks: number } | null = await db
    .from('evaluations_later')
    .where('course_id', facts.courseId)
    .where('set_at', '<=', facts.passedAt)
    .select('weeks')
    .first()
  if (!later) return
  const day = addDays(dayOf(new Date(facts.passedAt)), 7 * later.weeks)
  await db.rawQuery(
    `with person as (select id, company_id from kit_held_members(?) h(id) join kit_memberships m using (id)),
     supervisors as (select m.id from kit_members m where m.company_id = ? and m.role = 'beheerder' and m.state = 'active'),
     asked as (
       select p.id as by_id, 'own' as about from person p
       union all
       select coalesce(w.manager_id, (select min(id) from supervisors having count(*) = 1)), 'person'
         from person p left join people_managers w on w.company_id = p.company_id and w.membership_id = p.id)
     insert into evaluations_second (company_id, membership_id, by_membership_id, about, participation_id, course_id, version_id, course_name, language, due_on)
     select p.company_id, p.id, a.by_id, a.about, ?, ?, ?, ?::jsonb, ?, ?::date
       from asked a cross join person p where a.by_id is not null and (a.about = 'own' or a.by_id <> p.id)
     on conflict (company_id, participation_id, about) do nothing`,
    [
      ...[[facts.membershipId], currentCompanyId(), facts.participationId, facts.courseId, facts.courseVersionId],
      ...[JSON.stringify(facts.courseName), facts.language, day],
    ] as never,
  )
}

/**
 * SQL condition on `evaluations_second`: the person who was asked about somebody else is still that person's manager,
 * or a supervisor. A replaced manager must not see the person any more.
 */
export const STILL_RESPONSIBLE = `(about = 'own'
  or exists (select from people_managers w where w.company_id = evaluations_second.company_id
              and w.membership_id = evaluations_second.membership_id and w.manager_id = by_membership_id)
  or exists (select from kit_members b where b.id = by_membership_id and b.role = 'beheerder' and b.state = 'active'))`

/** The second evaluations that this person may answer now, oldest first. */
export async function openSecond({ membershipId }: Session): Promise<OpenSecond[]> {
  return db
    .from('evaluations_second')
    .join('kit_members as m', 'm.id', 'evaluations_second.membership_id')
    .where('by_membership_id', membershipId ?? 0)
    .whereNull('answered_at')
    .whereBetween('due_on', [addDays(today(), -OPEN_DAYS), today()])
    .whereRaw(STILL_RESPONSIBLE)
    .orderBy('due_on')
    .orderBy('evaluations_second.id')
    .select('evaluations_second.id', 'about', 'course_name', 'm.full_name as person')
}

export interface SecondAnswers {
  scales: Record<string, number>
  remark: string
}

/**
 * Stores the answers to a second evaluation, once.
 * @throws AppError 404 for another person's, or one that is not open; 409 already_answered; 422 on `scales`
 */
export async function answerSecond(session: Session, id: string, { scales, remark }: SecondAnswers): Promise<void> {
  await db.transaction(async (trx) => {
    const row: { about: SecondAbout; answered_at: Date | null; is_open: boolean } | null = await trx
      .from('evaluations_second')
      .where({ id, by_membership_id: session.membershipId ?? 0 })
      .whereRaw(STILL_RESPONSIBLE)
      .forUpdate()
      .select('about', 'answered_at', trx.raw('due_on between ?::date and ?::date as is_open', [addDays(today(), -OPEN_DAYS), today()]))
      .first()
    if (!row?.is_open) throw notFound()
    if (row.answered_at) throw conflict('already_answered')
    const asked: readonly string[] = SECOND_SCALES[row.about]
    if (asked.some((key) => scales[key] === undefined)) throw invalid('scales', 'required')
    if (Object.keys(scales).some((key) => !asked.includes(key))) throw invalid('scales', 'enum')
    const answers = { ...scales, ...(remark && { [REMARK]: remark }) }
    await trx
      .from('evaluations_second')
      .where('id', id)
      .update({ answers: JSON.stringify(answers), answered_at: new Date() })
  })
}
