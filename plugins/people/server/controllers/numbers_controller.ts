import type { HttpContext } from '@adonisjs/core/http'
import { chosenIn } from '#core/kit/lists'
import { setSignInAddress } from '#core/kit/people'
import { inCompanyOfRow } from '#core/kit/scope'
import { createCards } from '../services/cards.js'
import { signInByNumber } from '../services/number_sign_in.js'
import { addressValidator, cardsValidator, numberSignInValidator } from '#plugins/people/server/validators/numbers'

/** People without an e-mail address: sign-in, cards, and the address they may get later. */
export default class NumbersController {
  async signIn(ctx: HttpContext) {
    return signInByNumber(ctx, await ctx.request.validateUsing(numberSignInValidator))
  }

  /** New codes, on cards. The codes exist in this response only. */
  async cards({ request, session }: HttpContext) {
    const { again, ...chosen } = await request.validateUsing(cardsValidator)
    return { data: await createCards(session!, chosenIn(chosen), again) }
  }

  async address({ params, request, session }: HttpContext) {
    const { email } = await request.validateUsing(addressValidator)
    const row = { table: 'core_memberships', id: String(params.id), reason: 'people.address' }
    await inCompanyOfRow(session!, row, () => setSignInAddress(session!, Number(params.id), email))
    return { status: 'good' as const }
  }
}
