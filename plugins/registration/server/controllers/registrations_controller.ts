import type { HttpContext } from '@adonisjs/core/http'
import { startValidator, stateValidator, updateValidator, verifyValidator } from '#plugins/registration/server/validators/registration'
import { conflict } from '#core/contract/errors'
import { openSession } from '#core/kit/entry'
import {
  completeRegistration,
  clearRegistration,
  storeRegistration,
  readMetadata,
  registrationFields,
  registrationOf,
  registrationPage,
  requestVerification,
  startRegistration,
  stateOfRegistration,
  updateOwnDetails,
  verifyOwnEmail,
  verifyRegistration,
} from '#core/kit/registration'
import { targetOf, targetOfBegun } from '../services/target.js'
import { toState } from '../transformers/state.js'

/** The person of the popup: their own address takes precedence over a registration that this browser started earlier. */
const isUnverified = ({ session }: HttpContext) => session !== null && !session.row.email_verified

/**
 * Registration (specification, sections 4, 5 and 7): for a visitor by the cookie of their registration, and for a signed-in person who is
 * not verified.
 */
export default class RegistrationsController {
  /** The page of a link, a company or a role: whether it is open, its questions, and the progress of this browser's registration. */
  async state(ctx: HttpContext) {
    const { begun, ...asked } = await ctx.request.validateUsing(stateValidator)
    const state = await stateOfRegistration(registrationOf(ctx))
    if (begun && !state) throw conflict('registration_expired')
    const target = begun ? state! : await targetOf(asked)
    const isThis = state?.companyId === target.companyId && state.role === target.role
    return toState(await registrationPage(target), isThis ? state : null)
  }

  async start(ctx: HttpContext) {
    const { email, language, begun, ...asked } = await ctx.request.validateUsing(startValidator)
    const target = begun ? await targetOfBegun(registrationOf(ctx), email) : await targetOf(asked)
    const { token, sent } = await startRegistration({ email, language, ip: ctx.request.ip() }, target)
    storeRegistration(ctx, token)
    return { status: 'good' as const, message: sent === 'sent' ? ('code_sent' as const) : ('code_sent_before' as const) }
  }

  /** A code for the signed-in person's own address. */
  async code({ session }: HttpContext) {
    const sent = await requestVerification(session!)
    return { status: 'good' as const, message: sent === 'sent' ? ('code_sent' as const) : ('code_sent_before' as const) }
  }

  /** The questions of the registration popup for the signed-in person. */
  async own({ session }: HttpContext) {
    return { data: { fields: session!.companyId ? await registrationFields() : [] } }
  }

  /** POST /public/register/verify */
  async verify(ctx: HttpContext) {
    const { code } = await ctx.request.validateUsing(verifyValidator)
    const registration = registrationOf(ctx)
    if (isUnverified(ctx)) await verifyOwnEmail(ctx.session!, code)
    else if (registration) storeRegistration(ctx, await verifyRegistration(registration, code))
    else if (ctx.session) throw conflict('already_verified')
    else throw conflict('registration_expired')
    return { status: 'good' as const }
  }

  /** POST /register/update */
  async update(ctx: HttpContext) {
    const {
      firstname = '',
      infix,
      lastname = '',
      language,
      metadata,
      code,
      password,
      agreed,
    } = await ctx.request.validateUsing(updateValidator)
    const { extra } = readMetadata(metadata)
    let registration = registrationOf(ctx)
    if (ctx.session && (isUnverified(ctx) || !registration)) {
      await updateOwnDetails(ctx.session, { firstname, infix, lastname, language, extra })
      const sent = await requestVerification(ctx.session)
      return { status: 'good' as const, message: sent === 'sent' ? ('code_sent' as const) : ('code_sent_before' as const) }
    }
    if (code) {
      registration = await verifyRegistration(registration, code)
      storeRegistration(ctx, registration)
    }
    const given = { firstname, infix, lastname, language, extra, agreed: agreed ?? false, password: password ?? null }
    const { membershipId, role, via } = await completeRegistration(registration, given)
    clearRegistration(ctx)
    const { expiresAt } = await openSession(ctx, { membershipId, via, byMail: true })
    return { status: 'good' as const, expires_at: expiresAt.toISOString(), role }
  }
}
