import type { HttpContext } from '@adonisjs/core/http'
import {
  checkEmailValidator,
  enrolValidator,
  languageValidator,
  secondStepValidator,
  signInValidator,
  switchValidator,
} from '#core/accounts/validators'
import { asMade, asSigned, passkeyMadeValidator, passkeySignedValidator } from '#core/accounts/passkey_validators'
import { forbidden, notFound } from '../../contract/errors.js'
import { LANGUAGE_CHOICE_COOKIE, LANGUAGE_COOKIE, SESSION_COOKIE, readCookie } from '../../http/cookies.js'
import { csrfToken } from '../../http/csrf.js'
import { sentToken, clearFramedCookie, setSessionCookie } from '../../http/session_token.js'
import { findCompany } from '../../pages/page_company.js'
import { offeredLanguages } from '../../i18n/catalogue.js'
import { imageUrl } from '../../companies/branding.js'
import { identify } from '../identify.js'
import { pluginRegistry } from '../../plugins/registry.js'
import { setLanguage, switchMembership } from '../membership_service.js'
import type { Role } from '../../contract/roles.js'
import { relyingParty } from '../passkeys.js'
import {
  confirmAtSignIn,
  enrolAtSignIn,
  finishSecondStep,
  finishWithPasskey,
  storePasskeyAtSignIn,
  makePasskeyAtSignIn,
  waysOfSecondStep,
} from '../second_step.js'
import { type OpenedSession, endSession, moveSession } from '../session_store.js'
import { checkEmail, signIn } from '../sign_in_service.js'

const fromOf = (ctx: HttpContext) => ({
  ip: ctx.request.ip(),
  userAgent: ctx.request.header('user-agent') ?? null,
  replaces: readCookie(ctx, SESSION_COOKIE),
})

function inSession(ctx: HttpContext, { token, expiresAt, role }: OpenedSession & { role: Role }) {
  setSessionCookie(ctx, { token, expiresAt })
  return { status: 'good' as const, expires_at: expiresAt.toISOString(), role }
}

/** The sign-in calls of specification, section 7. Paths, payloads and answers are exact. */
export default class AuthController {
  async loginIdentity({ params }: HttpContext) {
    const company = await findCompany(String(params.id))
    if (!company) throw notFound()
    return { status: 'good' as const, company: { company_name: company.name, company_logo: imageUrl(company.logo_file) } }
  }

  async checkEmail({ request }: HttpContext) {
    const { email, company } = await request.validateUsing(checkEmailValidator)
    return { status: 'good' as const, ...(await checkEmail(email, company ?? null, request.ip())) }
  }

  async signIn(ctx: HttpContext) {
    const { email, password, company } = await ctx.request.validateUsing(signInValidator)
    const choice = readCookie(ctx, LANGUAGE_CHOICE_COOKIE)
    const signedIn = await signIn({
      // Signing in again ends the browser's previous session.
      replaces: readCookie(ctx, SESSION_COOKIE),
      email,
      password,
      loginId: company ?? null,
      ip: ctx.request.ip(),
      userAgent: ctx.request.header('user-agent') ?? null,
      language: choice && offeredLanguages().includes(choice) ? choice : null,
    })
    if (signedIn.status === 'second_factor') return signedIn
    if (choice) ctx.response.clearCookie(LANGUAGE_CHOICE_COOKIE, { path: '/' })
    return inSession(ctx, signedIn)
  }

  /** The second step of a sign-in: a code from the app, or a recovery code. */
  async secondStep(ctx: HttpContext) {
    const { token, code } = await ctx.request.validateUsing(secondStepValidator)
    return inSession(ctx, await finishSecondStep(token, code, fromOf(ctx)))
  }

  /** Starts setting up the second factor that the company requires. */
  async enrol({ request }: HttpContext) {
    const { token } = await request.validateUsing(enrolValidator)
    return { status: 'good' as const, ...(await enrolAtSignIn(token)) }
  }

  async confirmEnrol(ctx: HttpContext) {
    const { token, code } = await ctx.request.validateUsing(secondStepValidator)
    const { codes, ...session } = await confirmAtSignIn(token, code, fromOf(ctx))
    return { ...inSession(ctx, session), recovery_codes: codes }
  }

  /** Returns the methods for the second step on this host. */
  async ways(ctx: HttpContext) {
    const { token } = await ctx.request.validateUsing(enrolValidator)
    return { status: 'good' as const, ...(await waysOfSecondStep(token, await relyingParty(ctx))) }
  }

  /** The second step with a passkey. */
  async passkey(ctx: HttpContext) {
    const { token, response } = await ctx.request.validateUsing(passkeySignedValidator)
    return inSession(ctx, await finishWithPasskey(token, asSigned(response), await relyingParty(ctx), fromOf(ctx)))
  }

  async makePasskey(ctx: HttpContext) {
    const { token } = await ctx.request.validateUsing(enrolValidator)
    return { status: 'good' as const, options: await makePasskeyAtSignIn(token, await relyingParty(ctx)) }
  }

  async keepPasskey(ctx: HttpContext) {
    const { response, ...given } = await ctx.request.validateUsing(passkeyMadeValidator)
    const made = { ...given, response: asMade(response) }
    const { codes, ...session } = await storePasskeyAtSignIn(made, await relyingParty(ctx), fromOf(ctx))
    return { ...inSession(ctx, session), recovery_codes: codes }
  }

  async signOut(ctx: HttpContext) {
    // The specification makes this a GET, so a link on another site, or on a neighbouring host, could sign people out. Browsers say where a
    // request comes from; `none` is the address bar.
    const from = ctx.request.header('sec-fetch-site') ?? 'none'
    if (from !== 'same-origin' && from !== 'none') throw forbidden('csrf_failed')
    const carried = sentToken(ctx)
    await endSession(carried?.token)
    if (carried?.by === 'framed') clearFramedCookie(ctx)
    else ctx.response.clearCookie(SESSION_COOKIE, { path: '/' })
    return { status: 'good' as const }
  }

  async csrf(ctx: HttpContext) {
    return { status: 'good' as const, csrf_token: csrfToken(ctx) }
  }

  async identify({ request, session }: HttpContext) {
    return identify(session!, request.header('user-agent') ?? '')
  }

  async showSelf({ session }: HttpContext) {
    const { firstname, lastname, language, email } = session!.row
    return { status: 'good' as const, user: { firstname, lastname, lang: language, email } }
  }

  async switchMembership(ctx: HttpContext) {
    const { membership } = await ctx.request.validateUsing(switchValidator)
    const target = await switchMembership(ctx.session!, membership)
    // The framing site let this person into one company only. Neither the frame nor a window opened from it leads to another company.
    if (ctx.session!.isLent) throw forbidden()
    const { token, expiresAt } = await moveSession(sentToken(ctx)!.token, target)
    setSessionCookie(ctx, { token, expiresAt })
    return {
      status: 'good' as const,
      expires_at: expiresAt.toISOString(),
      role: target.role,
      home: pluginRegistry().home(target.role, target.plugins),
    }
  }

  async language(ctx: HttpContext) {
    const { lang } = await ctx.request.validateUsing(languageValidator)
    if (ctx.session) await setLanguage(ctx.session.userId, lang)
    // Kept for the sign-in only: the next person on this browser may have another language.
    else ctx.response.plainCookie(LANGUAGE_CHOICE_COOKIE, lang, { encode: false, httpOnly: true, sameSite: 'lax', maxAge: '1h', path: '/' })
    ctx.response.plainCookie(LANGUAGE_COOKIE, lang, { encode: false, httpOnly: true, sameSite: 'lax', maxAge: '365d', path: '/' })
    return { status: 'good' as const }
  }
}
