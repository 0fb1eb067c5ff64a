import type { HttpContext } from '@adonisjs/core/http'
import { resetCodeValidator, resetPasswordValidator, resetRequestValidator } from '#core/accounts/validators'
import { setSessionCookie } from '../../http/session_token.js'
import { checkResetCode, requestReset, resetPassword } from '../password_reset.js'

/** Resets a forgotten password in the three steps of specification, section 4, with the paths, payloads and answers of section 7. */
export default class PasswordsController {
  async request({ request }: HttpContext) {
    const { email, company = null } = await request.validateUsing(resetRequestValidator)
    const sent = await requestReset({ email, loginId: company, ip: request.ip() })
    return { status: 'good' as const, message: sent === 'sent' ? 'code_sent' : 'code_sent_before' }
  }

  async check({ request }: HttpContext) {
    const { email, company = null, code } = await request.validateUsing(resetCodeValidator)
    await checkResetCode({ email, loginId: company, ip: request.ip() }, code)
    return { status: 'good' as const, message: 'code_correct' }
  }

  async reset(ctx: HttpContext) {
    const { request } = ctx
    const { email, company = null, code, password } = await request.validateUsing(resetPasswordValidator)
    const userAgent = request.header('user-agent') ?? null
    const done = await resetPassword({ email, loginId: company, ip: request.ip() }, { code, password, userAgent })
    if (done.status === 'second_factor') return done
    setSessionCookie(ctx, done)
    return { status: 'good' as const, expires_at: done.expiresAt.toISOString(), role: done.role }
  }
}
