import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices } from '#core/kit/companies'
import { inChosenCompany, withinReach } from '#core/kit/scope'
import {
  againValidator,
  answersValidator,
  bookValidator,
  companyQuery,
  draftValidator,
  momentsQuery,
} from '#plugins/booking/server/validators/booking'
import { book } from '../services/book.js'
import { openPayment } from '../services/card.js'
import { draftFromBooking, dropDraft, findDraft, saveDraft } from '../services/draft.js'
import { firstBuyer, momentsToBook, offersToBook } from '../services/offers.js'
import { existingResults } from '../services/known_people.js'
import { planOf } from '../services/plan.js'
import { toPlan } from '../transformers/booking_transformer.js'

/** Runs in the company that an admin books for (`?company=`), else in one's own. @throws AppError 404 for an admin who names none */
async function atCompany<T>({ request, session }: HttpContext, fn: () => Promise<T>): Promise<T> {
  const { company = 0 } = await companyQuery.validate({ company: request.qs().company })
  return inChosenCompany(session!, { company, reason: 'booking.wizard' }, fn)
}

/** The booking wizard: its draft, its options, its price, and booking. */
export default class WizardController {
  async draft(ctx: HttpContext) {
    return { data: await atCompany(ctx, () => findDraft(ctx.session!)) }
  }

  async keep(ctx: HttpContext) {
    const draft = await ctx.request.validateUsing(draftValidator)
    return { data: await atCompany(ctx, () => saveDraft(ctx.session!, draft)) }
  }

  async drop(ctx: HttpContext) {
    await atCompany(ctx, () => dropDraft(ctx.session!))
    return { status: 'good' as const }
  }

  async again({ request, session }: HttpContext) {
    const { booking } = await request.validateUsing(againValidator)
    return { data: await draftFromBooking(session!, booking) }
  }

  /** The companies that an admin may book for. */
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'booking.companies', () => companyChoices('booking')) }
  }

  async offers(ctx: HttpContext) {
    const session = ctx.session!
    // A participant books for themselves only.
    const self = session.role === 'leerling' ? session.membershipId : null
    return atCompany(ctx, async () => ({ data: await offersToBook(session), buyer: await firstBuyer(session), self }))
  }

  async moments({ request, session }: HttpContext) {
    return { data: await momentsToBook(session!, await momentsQuery.validate(request.qs())) }
  }

  async price(ctx: HttpContext) {
    const { answers } = await ctx.request.validateUsing(answersValidator)
    return atCompany(ctx, async () => {
      const plan = await planOf(ctx.session!, answers)
      return { data: toPlan(plan, await existingResults(plan.offer, plan.type, plan.people)) }
    })
  }

  async book(ctx: HttpContext) {
    const order = await ctx.request.validateUsing(bookValidator)
    const data = await atCompany(ctx, async () => {
      const booking = await book(ctx.session!, order)
      const { id, number } = booking
      // The booking is made. If the payment provider is away, its page offers to try again.
      const payUrl = booking.status === 'created' ? await openPayment(ctx.session!, booking).catch(() => null) : null
      return { id, number, pay_url: payUrl }
    })
    ctx.response.status(201)
    return { data }
  }
}
