import type { HttpContext } from '@adonisjs/core/http'
import { storeRegistration } from '#core/kit/registration'
import { checkValidator, enterValidator, registerValidator } from '#plugins/direct_access/server/validators/direct_access'
import { checkGiven, enter, entranceFacts, register } from '../services/coming_in.js'
import { proofOf } from '../services/visits.js'
import { toEntrance, toProof } from '../transformers/direct_access.js'

/** For people with a link: its token gives permission to see the entrance, the code to enter it. */
export default class EntrancesController {
  async show({ params, session }: HttpContext) {
    return { data: toEntrance(await entranceFacts(String(params.token), session)) }
  }

  async check({ params, request }: HttpContext) {
    const { code = '', number = '' } = await request.validateUsing(checkValidator)
    await checkGiven(String(params.token), { code, number, ip: request.ip() })
    return { status: 'good' as const }
  }

  /** Starts a registration; the `registration` page continues it. */
  async register(ctx: HttpContext) {
    const { code = '', number = '', email, language } = await ctx.request.validateUsing(registerValidator)
    const given = { code, number, email, language, ip: ctx.request.ip() }
    const { token, sent, loginId } = await register(String(ctx.params.token), given)
    storeRegistration(ctx, token)
    return { status: 'good' as const, message: sent === 'sent' ? ('code_sent' as const) : ('code_sent_before' as const), company: loginId }
  }

  async enter({ params, request, session }: HttpContext) {
    const { code = '', number = '', course_id: course = null } = await request.validateUsing(enterValidator)
    return { data: await enter(session!, String(params.token), { code, number, course_id: course, ip: request.ip() }) }
  }

  async proof({ params }: HttpContext) {
    return { data: toProof(await proofOf(String(params.token))) }
  }
}
