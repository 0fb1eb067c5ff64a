import type { HttpContext } from '@adonisjs/core/http'
import { listPage } from '#core/kit/lists'
import { actValidator, ownAdjustmentsValidator } from '#plugins/booking/server/validators/booking'
import { bookings } from '../lists/bookings.js'
import { act } from '../services/act.js'
import { checkPayment, payAgain } from '../services/card.js'
import { ownExams } from '../services/own_exams.js'
import { showBooking } from '../services/show.js'
import { checkVat, vatChecks } from '../services/vat_checks.js'
import { toBooking, toOwnExam } from '../transformers/booking_transformer.js'

/** Existing bookings. */
export default class BookingsController {
  async index(ctx: HttpContext) {
    return listPage(bookings, ctx, (row) => toBooking(row, ctx.session!.row.language))
  }

  async show({ params, session }: HttpContext) {
    return { data: await showBooking(session!, String(params.id)) }
  }

  /** The exams that the person takes. */
  async own({ session }: HttpContext) {
    return { data: (await ownExams(session!)).map((exam) => toOwnExam(exam, session!)) }
  }

  /** Retries a payment by card. */
  async pay({ params, session }: HttpContext) {
    return { data: { pay_url: await payAgain(session!, String(params.id)) } }
  }

  /** Asks the provider for the state of a payment. */
  async check({ params, session }: HttpContext) {
    await checkPayment(session!, String(params.id))
    return { status: 'good' as const }
  }

  /** Companies whose former VAT exemption an admin has to check. */
  async vatChecks({ session }: HttpContext) {
    return { data: await vatChecks(session!) }
  }

  async checkVat({ params, session }: HttpContext) {
    await checkVat(session!, String(params.id))
    return { status: 'good' as const }
  }

  /** Changes the exam adjustments of a person who booked for themselves. */
  async adjust({ params, request, session }: HttpContext) {
    const input = await request.validateUsing(ownAdjustmentsValidator)
    const { id } = await act(session!, String(params.id), { act: 'adjust_exam', ...input })
    return { data: await showBooking(session!, String(id)) }
  }

  async act({ params, request, session }: HttpContext) {
    const { id } = await act(session!, String(params.id), await request.validateUsing(actValidator))
    return { data: await showBooking(session!, String(id)) }
  }
}
