import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, forbidden, invalid } from '#core/contract/errors'
import { saveFrom } from '#core/kit/database'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import type { Adjustment } from '#plugins/exams/contract/adjustments'
import { examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { ACT_RULES, type KnownFacts } from './act_rules.js'
import { type Act, ADMIN_ACTS, PERSON_ACTS, BULK_ACTS } from './act_names.js'
import { termsOfMoment } from './agreements.js'
import { findOwn } from './card.js'
import { bookingOfOne } from './split.js'
import { type BookingRow, findBooking } from './store.js'
import { termsNow } from './terms.js'

export interface ActOrder {
  act: Act
  moment?: number | undefined
  course?: number | undefined
  reason?: string | undefined
  /** The version of the exam's terms that the person agreed to. */
  exam_terms?: string | undefined
  /** The new exam adjustments, which replace the earlier ones. */
  adjustments?: Adjustment[] | undefined
  /** The membership it is done for; without it everybody in the booking. */
  person?: number | undefined
  /** The version that the person read. */
  updated_at: string
}

async function knownFacts(session: Session, { moment, course }: ActOrder): Promise<KnownFacts> {
  const learning = await serviceOf(learningService)
  const found = moment ? ((await (await serviceOf(examsService))?.moment(moment)) ?? null) : null
  return {
    moment: found,
    examined: found ? ((await learning?.offers([found.courseId]))?.[0] ?? null) : null,
    examTerms: found && (await termsOfMoment(session, found)),
    offer: course ? ((await learning?.offers([course]))?.[0] ?? null) : null,
    terms: await termsNow(),
  }
}

/**
 * Performs one act on a booking, with its history line, its price change, seats and courses, in one transaction. For one of several people
 * that person is first split off to a booking of their own (decision 0175).
 * @returns the booking that it was done with
 * @throws AppError 404; 403 for an admin's act; 409 changed_meanwhile or the code of the act's rule; 422 on `moment`, `course`, `reason`,
 * `person`
 */
export async function act(session: Session, id: string, order: ActOrder): Promise<BookingRow> {
  if (ADMIN_ACTS.includes(order.act) && !session.isAdmin) throw forbidden()
  const { person } = order
  if (person && !PERSON_ACTS.includes(order.act)) throw invalid('person', 'enum')
  let done = Number(id)
  return inCompanyOfRow(session, { table: 'booking_bookings', id, reason: `booking.${order.act}` }, async () => {
    const current = async (trx: TransactionClientContract) => {
      const row = await findBooking(id, trx)
      return { status: row.status, updated_at: row.version }
    }
    const known = await knownFacts(session, order)
    await saveFrom({ table: 'booking_bookings', id: Number(id), version: order.updated_at, sent: {}, current }, async (trx) => {
      const all = await findOwn(session, id, trx)
      const booking = person && !BULK_ACTS.includes(order.act) ? await bookingOfOne(trx, all, person, session) : all
      done = booking.id
      const rule = ACT_RULES[order.act]
      const refusal = rule.refusal(booking)
      if (refusal) throw conflict(refusal)
      if (rule.needsReason && !order.reason) throw invalid('reason', 'required')
      await rule.run({ trx, booking, session, known, order })
    })
    return findBooking(done)
  })
}
