import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { ATTENDEES, CORRECTIONS, lockOpen, MEETINGS } from './tables.js'

export const CORRECTED_MAIL = 'toolbox_meetings.mail.corrected'

export interface AttendeeRow {
  id: number
  membership_id: number | null
  person: string | null
  present_at: Date | null
  way: 'ticked' | 'signed' | null
}

export interface CorrectionRow {
  id: number
  act: 'present' | 'absent' | 'details'
  person: string | null
  reason: string
  fields: string[]
  by_name: string | null
  at: Date
}

/** Everybody on a meeting's list, by name; erased people come last. */
export const attendeesOf = (meeting: number): Promise<AttendeeRow[]> =>
  db
    .from(`${ATTENDEES} as a`)
    .leftJoin('kit_members as m', 'm.id', 'a.membership_id')
    .where('a.meeting_id', meeting)
    .orderByRaw('m.sort_name nulls last, a.id')
    .select('a.id', 'a.membership_id', 'a.present_at', 'a.way', 'm.full_name as person')

export const correctionsOf = (meeting: number): Promise<CorrectionRow[]> =>
  db
    .from(`${CORRECTIONS} as c`)
    .leftJoin('kit_members as m', 'm.id', 'c.membership_id')
    .leftJoin('kit_members as b', 'b.id', 'c.by_id')
    .where('c.meeting_id', meeting)
    .orderBy('c.id', 'desc')
    .select('c.id', 'c.act', 'c.reason', 'c.fields', 'c.at', 'm.full_name as person', 'b.full_name as by_name')

/** The company's people among these ids. */
async function known(trx: TransactionClientContract, ids: readonly number[]): Promise<number[]> {
  const { rows } = await trx.rawQuery('select id from kit_held_members(?::bigint[]) id', [[...ids]])
  return rows.map(({ id }: { id: number }) => Number(id))
}

/** Adds people to a meeting's list. @param strict the people who must all belong to the company. @throws AppError 422 enum on `members` */
export async function addPeople(
  trx: TransactionClientContract,
  meeting: number,
  people: readonly number[],
  strict: readonly number[] = people,
): Promise<number[]> {
  if (people.length === 0) return []
  const found = await known(trx, people)
  if (strict.some((id) => !found.includes(id))) throw invalid('members', 'enum')
  const rows = found.map((id) => ({ company_id: currentCompanyId(), meeting_id: meeting, membership_id: id }))
  if (rows.length) await trx.knexQuery().table(ATTENDEES).insert(rows).onConflict(['company_id', 'meeting_id', 'membership_id']).ignore()
  return found
}

/**
 * Records who is present at an open meeting. A person who was not expected is added; `off` removes people from the list.
 * @throws AppError 404; 409 meeting_closed; 422 enum on `members`
 */
export async function setPresence(id: string, members: readonly number[], state: 'present' | 'absent' | 'off'): Promise<void> {
  await db.transaction(async (trx) => {
    const { id: meeting } = await lockOpen(trx, id)
    const rows = () =>
      trx
        .from(ATTENDEES)
        .where('meeting_id', meeting)
        .whereIn('membership_id', [...members])
    if (state === 'off') {
      await rows().delete()
      return
    }
    await addPeople(trx, meeting, members)
    if (state === 'absent') await rows().update({ present_at: null, way: null })
    // A signature is not overwritten.
    else await rows().whereNull('present_at').update({ present_at: new Date(), way: 'ticked' })
  })
}

/** Records a person's signature. A second signature keeps the first moment. @throws AppError 404; 409 meeting_closed */
export async function sign(meetingId: number, membershipId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const { id } = await lockOpen(trx, meetingId)
    await addPeople(trx, id, [membershipId])
    await trx
      .from(ATTENDEES)
      .where({ meeting_id: id, membership_id: membershipId })
      .whereRaw(`way is distinct from 'signed'`)
      .update({ present_at: trx.raw('coalesce(present_at, now())'), way: 'signed' })
  })
}

/**
 * Corrects one person's presence at a closed meeting, with the author and the reason; that person is mailed.
 * @throws AppError 404; 409 meeting_open, already_so; 422 enum on `membership_id`
 */
export async function correctPresence(
  session: Session,
  id: string,
  { membership_id: membershipId, present, reason }: { membership_id: number; present: boolean; reason: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    const meeting = await trx.from(MEETINGS).where('id', id).forUpdate().select('id', 'closed_at').first()
    if (!meeting) throw notFound()
    if (meeting.closed_at === null) throw conflict('meeting_open')
    const row = await trx.from(ATTENDEES).where({ meeting_id: meeting.id, membership_id: membershipId }).select('present_at').first()
    if (((row?.present_at ?? null) !== null) === present) throw conflict('already_so')
    if ((await known(trx, [membershipId])).length === 0) throw invalid('membership_id', 'enum')
    await addPeople(trx, meeting.id, [membershipId])
    await trx
      .from(ATTENDEES)
      .where({ meeting_id: meeting.id, membership_id: membershipId })
      .update(present ? { present_at: new Date(), way: 'ticked' } : { present_at: null, way: null })
    const [{ id: correction }] = await trx
      .insertQuery()
      .table(CORRECTIONS)
      .insert({
        ...{ company_id: currentCompanyId(), meeting_id: meeting.id, act: present ? 'present' : 'absent' },
        ...{ membership_id: membershipId, reason, by_id: session.membershipId },
      })
      .returning('id')
    await trx
      .from(MEETINGS)
      .where('id', meeting.id)
      .update({ updated_at: trx.raw('clock_timestamp()') })
    await sendMail(trx, CORRECTED_MAIL, { to: { member: membershipId }, payload: { correction } })
  })
}
