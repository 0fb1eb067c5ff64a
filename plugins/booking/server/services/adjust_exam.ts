import { conflict, invalid, notFound } from '#core/contract/errors'
import { emit } from '#core/kit/events'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import { examAdjusted } from '../../contract/index.js'
import type { ActContext } from './act_rules.js'
import { factsOf, keyOf, membersOf, note, peopleOf } from './store.js'

/** Changes the exam adjustments of one person, until the moment closes. */
export async function adjustExam({ trx, booking, session, order }: ActContext): Promise<void> {
  const members = membersOf(await peopleOf(booking.id, trx))
  const member = order.person ?? (members.length === 1 ? members[0] : undefined)
  if (!order.adjustments) throw invalid('adjustments', 'required')
  if (!member) throw invalid('person', 'required')
  if (!members.includes(member)) throw notFound()
  const exams = await serviceOf(examsService, trx)
  if (!exams) throw conflict('exams_off')
  const after = [...new Set(order.adjustments)]
  const before = await exams.changeAdjustments(keyOf(booking), member, after, trx)
  if (before.length === after.length && before.every((one) => after.includes(one))) return
  await trx
    .from('booking_bookings')
    .where('id', booking.id)
    .update({ updated_at: trx.raw('clock_timestamp()') })
  await note(trx, booking.id, 'adjust_exam', {
    by: session,
    before: { adjustments: before },
    after: { adjustments: after, person: member },
  })
  const facts = { ...factsOf(booking, [member]), key: keyOf(booking), membershipId: member, momentId: booking.moment_id! }
  await emit(trx, examAdjusted, { ...facts, by: session.membershipId })
}
