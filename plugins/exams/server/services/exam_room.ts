import type { Database } from '@adonisjs/lucid/database'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, forbidden } from '#core/contract/errors'
import type { Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import type { ExamRoom, InTheRoom } from '#plugins/learning/contract/exam_room'
import { learningService } from '#plugins/learning/contract/index'
import { isExamDay, showDay } from './exam_day.js'
import { asDecider, decides, findEntry } from './entry_service.js'
import { STARTED_HOURS } from './in_the_room.js'
import { noteInRoom, presentInRoom } from './room_members.js'

/** The confirmed seats of a person at moments of a course around now. */
const seatsOf = (client: TransactionClientContract | Database, { membershipId, courseId }: InTheRoom) =>
  client
    .from('exams_entries as n')
    .join('exams_moments as m', 'm.id', 'n.moment_id')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .where({ 'n.membership_id': membershipId, 'e.course_id': courseId, 'n.status': 'confirmed' })
    .whereNull('n.released_at')
    .whereRaw(`m.starts_at between now() - interval '1 day' and now() + interval '1 day'`)

const STARTED = `coalesce(n.started_at > now() - interval '${STARTED_HOURS} hours', false)`

/** Provided to learning: see ExamRoom. */
export const room: ExamRoom = {
  async extraMinutes(person, trx) {
    const client = trx ?? db
    const seat: { extra: number } | null = await seatsOf(client, person)
      .whereRaw(`n.adjustments <> '{}'`)
      .orderByRaw(`${STARTED} desc, m.starts_at`)
      .select(client.raw('greatest(0, coalesce(e.adjusted_minutes, e.minutes) - e.minutes) as extra'))
      .first()
    return seat?.extra ?? 0
  },

  async assertStarted(trx, person) {
    const seats: { started: boolean }[] = await seatsOf(trx, person).select(trx.raw(`${STARTED} as started`))
    if (!seats.length) throw conflict('no_exam_seat')
    if (!seats.some(({ started }) => started)) throw conflict('exam_not_started')
  },
}

/**
 * Starts the exam for everybody who is present and not started yet; people who arrive later need another call. A second call for the same
 * people changes nothing.
 * @returns for how many people it was started
 * @throws AppError 404; 403 for another company; 409 not_exam_day, nobody_present
 */
export async function startForAll(session: Session, momentId: string): Promise<number> {
  const { moment, people } = await showDay(session, momentId)
  if (!isExamDay(moment.starts_at)) throw conflict('not_exam_day')
  const waiting = people.filter((one) => one.status === 'confirmed' && one.arrived_at !== null && one.started_at === null)
  if (!people.some(({ arrived_at: at }) => at !== null)) throw conflict('nobody_present')
  const present = await presentInRoom(session)
  let started = 0
  for (const { id } of waiting)
    started += await asDecider(session, String(id), 'exams.entries.start', () =>
      db.transaction(async (trx) => {
        const rows = await trx
          .from('exams_entries')
          .where('id', id)
          .where('status', 'confirmed')
          .whereNotNull('arrived_at')
          .whereNull('started_at')
          .whereNull('released_at')
          .update({ started_at: new Date(), updated_at: trx.raw('clock_timestamp()') })
          .returning('id')
        if (rows.length) await noteInRoom(trx, id, present)
        return rows.length
      }),
    )
  return started
}

/**
 * Reopens a person's attempt after their computer failed, with the remaining time.
 * @returns the remaining minutes; null without a limit
 * @throws AppError 404; 403 for another company; 409 not_exam_day, exam_not_started, nothing_to_reopen, attempt_counts, no_time_left
 */
export async function reopenFor(session: Session, id: string): Promise<number | null> {
  const row = await findEntry(session, id)
  if (!decides(session, row)) throw forbidden()
  if (!isExamDay(row.starts_at) || row.release_reason !== null) throw conflict('not_exam_day')
  if (row.started_at === null || row.membership_id === null) throw conflict('exam_not_started')
  const present = await presentInRoom(session)
  return asDecider(session, id, 'exams.entries.reopen', () =>
    db.transaction(async (trx) => {
      const learning = await serviceOf(learningService, trx)
      if (!learning) throw conflict('nothing_to_reopen')
      const { minutes } = await learning.reopenAttempt(trx, row.membership_id!, row.course_id)
      await noteInRoom(trx, id, present)
      return minutes
    }),
  )
}
