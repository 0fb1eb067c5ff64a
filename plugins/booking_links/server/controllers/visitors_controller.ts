import type { HttpContext } from '@adonisjs/core/http'
import { storeRegistration } from '#core/kit/registration'
import { beginValidator, languageQuery, registerValidator } from '#plugins/booking_links/server/validators/links'
import { begin, linkFacts, register } from '../services/coming_in.js'
import { visit } from '../services/visits.js'
import { toVisitor } from '../transformers/visitor_transformer.js'

/** For people who have a link. The token is the permission to look; the price is applied only on the server. */
export default class VisitorsController {
  /** The short address itself. The query string is not passed on. */
  async visit({ params, response }: HttpContext) {
    response.redirect(visit(String(params.token)))
  }

  async show({ params, request, session }: HttpContext) {
    const { language = 'nl' } = await languageQuery.validate(request.qs())
    return { data: toVisitor(await linkFacts(String(params.token), session), language) }
  }

  /** Starts a registration; the page of `registration` continues it. */
  async register(ctx: HttpContext) {
    const { email, language } = await ctx.request.validateUsing(registerValidator)
    const { token, sent, loginId } = await register(String(ctx.params.token), { email, language, ip: ctx.request.ip() })
    storeRegistration(ctx, token)
    return { status: 'good' as const, message: sent === 'sent' ? ('code_sent' as const) : ('code_sent_before' as const), company: loginId }
  }

  async begin({ params, request, session }: HttpContext) {
    const { course } = await request.validateUsing(beginValidator)
    await begin(String(params.token), session!, course)
    return { status: 'good' as const }
  }
}
