import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { conflict, forbidden } from '#core/contract/errors'
import { type Session, withinReach } from '#core/kit/scope'
import type { presenceValidator } from '../validators/exams.js'
import { asDecider, decides, entries, type EntryRow, findEntry, setStatus } from './entry_service.js'
import { type MomentRow, showMoment } from './moment_service.js'
import { noteInRoom, presentInRoom } from './room_members.js'

/** Presence can be recorded from this many hours before an exam until this many days after it. */
const HOURS_BEFORE = 3
const DAYS_AFTER = 14

/** Whether presence can be recorded now. Pure. */
export const isExamDay = (startsAt: Date, now = Date.now()): boolean =>
  now >= startsAt.getTime() - HOURS_BEFORE * 3_600_000 && now <= startsAt.getTime() + DAYS_AFTER * 86_400_000

/** A moment and the people with a seat, sorted by name. For the exam provider. @throws AppError 404; 403 for another company */
export async function showDay(session: Session, momentId: string): Promise<{ moment: MomentRow; people: EntryRow[] }> {
  const moment = await showMoment(session, momentId)
  if (!decides(session, moment)) throw forbidden()
  const people = await withinReach(session, 'exams.day.show', () => seated(moment.id))
  return { moment, people }
}

const seated = (momentId: number) =>
  entries()
    .where('n.moment_id', momentId)
    .whereNull('n.released_at')
    .orderByRaw('search_key(n.person_name)')
    .orderBy('n.id') as unknown as Promise<EntryRow[]>

/**
 * Records presence, the identity check (never a copy of a document), the seat and a note. Omitted fields do not change.
 * Clearing presence also clears the identity check.
 * @throws AppError 404; 403 for a company that does not give this exam; 409 not_exam_day, seat_released
 */
export async function setPresence(session: Session, id: string, input: Infer<typeof presenceValidator>): Promise<EntryRow> {
  const seen = await findEntry(session, id)
  if (!decides(session, seen)) throw forbidden()
  const present = await presentInRoom(session, input.helper)
  await asDecider(session, id, 'exams.entries.presence', () =>
    db.transaction(async (trx) => {
      const row = await trx.from('exams_entries').where('id', id).forUpdate().firstOrFail()
      if (row.released_at !== null || row.held_until !== null) throw conflict('seat_released')
      const { starts_at: startsAt } = await trx.from('exams_moments').where('id', row.moment_id).select('starts_at').firstOrFail()
      if (!isExamDay(startsAt)) throw conflict('not_exam_day')
      const now = new Date()
      // Checking a document means the person is present. Clearing that check does not mean they left.
      const arrived = input.arrived ?? (input.identity_seen === true || row.arrived_at !== null)
      const identitySeen = arrived && (input.identity_seen ?? row.identity_seen_at !== null)
      await trx
        .from('exams_entries')
        .where('id', id)
        .update({
          // A repeated tick keeps the first time.
          arrived_at: arrived ? (row.arrived_at ?? now) : null,
          identity_seen_at: identitySeen ? (row.identity_seen_at ?? now) : null,
          ...(input.seat !== undefined && { seat: input.seat }),
          ...(input.note !== undefined && { day_note: input.note ?? '' }),
          ...(input.helper !== undefined && { helper: input.helper ?? '' }),
          // A person who left is started again once they are back.
          ...(!arrived && { started_at: null }),
          updated_at: trx.raw('clock_timestamp()'),
        })
      await noteInRoom(trx, id, present)
    }),
  )
  return findEntry(session, id)
}

/**
 * Sets the status no_show for confirmed people who are not present, once the exam has started.
 * @returns the number of people
 * @throws AppError 404; 403 for another company; 409 not_begun
 */
export async function recordNoShows(session: Session, momentId: string): Promise<number> {
  const { moment, people } = await showDay(session, momentId)
  if (moment.starts_at.getTime() > Date.now()) throw conflict('not_begun')
  const absent = people.filter(({ status, arrived_at: arrived }) => status === 'confirmed' && arrived === null)
  for (const { id } of absent) await setStatus(session, String(id), 'no_show', '')
  return absent.length
}
