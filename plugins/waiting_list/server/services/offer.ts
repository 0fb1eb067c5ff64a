import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { sendMail } from '#core/kit/mail'
import { serviceOf } from '#core/kit/services'
import { settingsOf } from '#core/kit/settings'
import { type ExamMoment, type ExamsService, examsService } from '#plugins/exams/contract/index'
import { waitingListSettings } from '../../settings.js'
import { mailName, note, type PlaceRow, seatKey } from './places.js'

interface Queue {
  course_id: number
  city: string
  language: string
  month: string
}

/**
 * Offers free seats, each to the first person in line, and passes on unanswered offers. Handles only this company's people: when a person
 * of another company is first, that company's run makes the offer. A second run finds nothing to do.
 */
export async function offerSeats(): Promise<void> {
  const exams = await serviceOf(examsService)
  if (!exams) return
  await expireOffers(exams)
  const queues: Queue[] = await db
    .from('waiting_list_places')
    .where('status', 'waiting')
    .whereRaw(`month >= to_char(now(), 'YYYY-MM')`)
    .distinct('course_id', 'city', 'language', 'month')
    .limit(1000)
  for (const queue of queues) {
    const { course_id: courseId, city, language, month } = queue
    for (const moment of await exams.moments({ courseId, city, language, month })) {
      for (let left = moment.seatsLeft; left > 0; left -= 1) if (!(await offerOne(exams, queue, moment))) break
    }
  }
}

/** Expired offers: their seat is released, and the person is not asked again. */
async function expireOffers(exams: ExamsService): Promise<void> {
  const due: { id: number }[] = await db
    .from('waiting_list_places')
    .where('status', 'offered')
    .whereRaw('offer_until <= clock_timestamp()')
    .select('id')
  for (const { id } of due) {
    await db.transaction(async (trx) => {
      const [row] = await trx
        .from('waiting_list_places')
        .where({ id, status: 'offered' })
        .whereRaw('offer_until <= clock_timestamp()')
        .update({ status: 'lapsed' })
        .returning('id')
      if (!row) return
      await note(trx, id, 'lapsed')
      await exams.release(seatKey(id), trx)
    })
  }
}

/** @returns whether a person of this company was first and got an offer */
async function offerOne(exams: ExamsService, queue: Queue, moment: ExamMoment): Promise<boolean> {
  const { offer_hours: hours } = await settingsOf(waitingListSettings)
  // Never later than the exam itself.
  const until = new Date(Math.min(Date.now() + Number(hours) * 3_600_000, Date.parse(moment.startsAt)))
  return db.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: PlaceRow[] }>(
      `select p.* from waiting_list_places p where p.id = waiting_list_first(?, ?, ?, ?) and p.status = 'waiting' for update`,
      [queue.course_id, queue.city, queue.language, queue.month],
    )
    const place = rows[0]
    if (!place) return false
    try {
      const people = place.membership_id ? [place.membership_id] : { seats: 1 }
      await exams.hold(seatKey(place.id), moment.id, people, until, trx)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Somebody took the seat meanwhile. A person who may not take this exam at all leaves the line, and the next one is asked.
      if (['no_seats_left', 'moment_past', 'moment_withdrawn'].includes(error.code)) return false
      await trx.from('waiting_list_places').where('id', place.id).update({ status: 'left' })
      await note(trx, place.id, 'cannot', error.code)
      return true
    }
    await trx
      .from('waiting_list_places')
      .where('id', place.id)
      .update({ status: 'offered', moment_id: moment.id, moment_starts_at: moment.startsAt, offer_until: until })
    await note(trx, place.id, 'offered')
    const to =
      place.email === '' && place.membership_id !== null
        ? { member: place.membership_id }
        : { email: place.email, name: mailName(place), language: place.mail_language }
    await sendMail(trx, 'waiting_list.mail.offer', { to, payload: { placeId: place.id } })
    return true
  })
}
