import type { HttpContext } from '@adonisjs/core/http'
import { readUpload } from '#core/kit/files'
import { againValidator, answersValidator, bookValidator, draftValidator, momentsQuery } from '#plugins/booking/server/validators/booking'
import { book } from '../services/book.js'
import { openPayment } from '../services/card.js'
import { draftFromBooking, dropDraft, findDraft, keepDraft, ownerOf } from '../services/draft.js'
import { firstBuyer, momentsToBook, offersToBook } from '../services/offers.js'
import { peopleOfFile } from '../services/people_file.js'
import { planOf } from '../services/plan.js'
import { toPlan } from '../transformers/booking_transformer.js'

/** 200 people with their names. */
const FILE_BYTES = 1024 * 1024

/** The booking wizard: its draft, what it may choose, what it costs, and booking. */
export default class WizardController {
  async draft({ session }: HttpContext) {
    return { data: await findDraft(session!) }
  }

  async keep({ request, session }: HttpContext) {
    return { data: await keepDraft(session!, await request.validateUsing(draftValidator)) }
  }

  async drop({ session }: HttpContext) {
    await dropDraft(session!)
    return { status: 'good' as const }
  }

  async again({ request, session }: HttpContext) {
    const { booking } = await request.validateUsing(againValidator)
    return { data: await draftFromBooking(session!, booking) }
  }

  async offers({ session }: HttpContext) {
    // A participant books for themselves alone.
    const self = session!.role === 'leerling' ? ownerOf(session!) : null
    return { data: await offersToBook(session!), buyer: await firstBuyer(session!), self }
  }

  async moments({ request, session }: HttpContext) {
    return { data: await momentsToBook(session!, await momentsQuery.validate(request.qs())) }
  }

  async price({ request, session }: HttpContext) {
    const { answers } = await request.validateUsing(answersValidator)
    return { data: toPlan(await planOf(session!, answers)) }
  }

  async file(ctx: HttpContext) {
    return { data: await peopleOfFile(await readUpload(ctx, 'file', FILE_BYTES)) }
  }

  async book({ request, response, session }: HttpContext) {
    const booking = await book(session!, await request.validateUsing(bookValidator))
    const { id, number } = booking
    // The booking is made: a provider that is away is tried again from its page.
    const payUrl = booking.status === 'created' ? await openPayment(session!, booking).catch(() => null) : null
    response.status(201)
    return { data: { id, number, pay_url: payUrl } }
  }
}
