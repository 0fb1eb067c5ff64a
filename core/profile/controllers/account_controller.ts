import { randomUUID } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import {
  askEmailValidator,
  changePasswordValidator,
  confirmEmailValidator,
  deleteAccountValidator,
  endSessionsValidator,
} from '#core/profile/validators'
import { forbidden, notFound } from '../../contract/errors.js'
import { SESSION_COOKIE } from '../../http/cookies.js'
import { startTask } from '../../tasks/task_store.js'
import { deleteAccount, deletionOf } from '../delete_account.js'
import { requestEmailChange, cancelEmailChange, confirmEmailChange, pendingEmail } from '../email_change.js'
import { ownExportTask } from '../../accounts/own_export.js'
import { changePassword } from '../own_password.js'
import { endOwnSession, endOwnSessions, ownSessions } from '../own_sessions.js'

/** The security of the caller's own account: password, address, sessions, export and deletion. */
export default class AccountController {
  async password({ request, session }: HttpContext) {
    const input = await request.validateUsing(changePasswordValidator)
    await changePassword(session!, { ...input, ip: request.ip() })
    return { status: 'good' as const }
  }

  async email({ session }: HttpContext) {
    return { data: { pending: await pendingEmail(session!) } }
  }

  async askEmail({ request, session }: HttpContext) {
    const input = await request.validateUsing(askEmailValidator)
    await requestEmailChange(session!, { ...input, ip: request.ip() })
    return { status: 'good' as const }
  }

  async confirmEmail({ request, session }: HttpContext) {
    const codes = await request.validateUsing(confirmEmailValidator)
    if (session!.framedBy) throw forbidden()
    return { status: 'good' as const, email: await confirmEmailChange(session!, codes) }
  }

  async cancelEmail({ session }: HttpContext) {
    await cancelEmailChange(session!)
    return { status: 'good' as const }
  }

  async sessions({ session }: HttpContext) {
    return { data: await ownSessions(session!) }
  }

  async endSession({ params, session }: HttpContext) {
    const id = Number(params.id)
    if (!Number.isSafeInteger(id)) throw notFound()
    await endOwnSession(session!, id)
    return { status: 'good' as const }
  }

  async endSessions(ctx: HttpContext) {
    const { which } = await ctx.request.validateUsing(endSessionsValidator)
    const ended = await endOwnSessions(ctx.session!, which)
    if (which === 'all') ctx.response.clearCookie(SESSION_COOKIE, { path: '/' })
    return { status: 'good' as const, ended }
  }

  async export({ session, response }: HttpContext) {
    // It contains data of all their companies.
    if (session!.isLent) throw forbidden()
    response.status(202)
    return { task: await startTask(session!, ownExportTask, { asked: randomUUID() }) }
  }

  async deletion({ session }: HttpContext) {
    return { data: await deletionOf(session!) }
  }

  async destroy(ctx: HttpContext) {
    const { current } = await ctx.request.validateUsing(deleteAccountValidator)
    await deleteAccount(ctx.session!, { current, ip: ctx.request.ip() })
    ctx.response.clearCookie(SESSION_COOKIE, { path: '/' })
    return { status: 'good' as const }
  }
}
