import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { emit } from '#core/kit/events'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { roomChanged } from '../../contract/index.js'

/** The person who runs the exam, and the members of the provider who are named as helper. Runs in the provider's company. */
export async function presentInRoom(session: Session, helper?: string | null): Promise<number[]> {
  if (session.companyId === null || session.membershipId === null) return []
  if (!helper?.trim()) return [session.membershipId]
  const named: { id: number }[] = await db
    .from('kit_members')
    .where({ company_id: session.companyId, state: 'active' })
    .whereRaw(`full_name <> '' and position(search_key(full_name) in search_key(?)) > 0`, [helper])
    .select('id')
  return [...new Set([session.membershipId, ...named.map(({ id }) => id)])]
}

/** Notes who ran the exam for an entry. Runs in the entry's company. */
export async function noteInRoom(trx: TransactionClientContract, entryId: number | string, members: readonly number[]): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { membership_id: number | null; course_id: number }[] }>(
    `update exams_entries n set room_members = array(select distinct unnest(n.room_members || cast(:members as bigint[])) order by 1)
       from exams_moments m join exams_exams e on e.id = m.exam_id
      where n.company_id = :company and n.id = :entry and m.id = n.moment_id and not n.room_members @> cast(:members as bigint[])
      returning n.membership_id, e.course_id`,
    { members: [...members], company: currentCompanyId(), entry: entryId } as never,
  )
  for (const { membership_id: membershipId, course_id: courseId } of rows)
    if (membershipId !== null) await emit(trx, roomChanged, { membershipId, courseId })
}

/** See ExamsService. */
export async function ranExamOf(
  membershipId: number,
  courseId: number,
  at: Date,
  client: Pick<TransactionClientContract, 'from'> = db,
): Promise<number[]> {
  const rows: { room_members: number[] }[] = await client
    .from('exams_entries as n')
    .join('exams_moments as m', 'm.id', 'n.moment_id')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .where({ 'n.membership_id': membershipId, 'e.course_id': courseId })
    .whereRaw(`m.starts_at between ?::timestamptz - interval '1 day' and ?::timestamptz + interval '1 day'`, [at, at])
    .select('n.room_members')
  return [...new Set(rows.flatMap((row) => row.room_members.map(Number)))]
}
