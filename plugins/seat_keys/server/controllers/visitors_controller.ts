import type { HttpContext } from '@adonisjs/core/http'
import { storeRegistration } from '#core/kit/registration'
import { languageQuery, registerValidator } from '#plugins/seat_keys/server/validators/seat_keys'
import { keyFacts, register, useKey } from '../services/use.js'
import { toVisitor } from '../transformers/key.js'

const givenOf = ({ params, request }: HttpContext) => ({ code: String(params.token), ip: request.ip() })

/** For people who have a key. */
export default class VisitorsController {
  async show(ctx: HttpContext) {
    const { language = 'nl' } = await languageQuery.validate(ctx.request.qs())
    return { data: toVisitor(await keyFacts(ctx.session, givenOf(ctx)), language) }
  }

  /** Starts a registration; the page of `registration` continues it. */
  async register(ctx: HttpContext) {
    const { email, language } = await ctx.request.validateUsing(registerValidator)
    const { token, sent, loginId } = await register({ ...givenOf(ctx), email, language })
    storeRegistration(ctx, token)
    return { status: 'good' as const, message: sent === 'sent' ? ('code_sent' as const) : ('code_sent_before' as const), company: loginId }
  }

  async use(ctx: HttpContext) {
    await useKey(ctx.session!, givenOf(ctx))
    return { status: 'good' as const }
  }
}
