import type { HttpContext } from '@adonisjs/core/http'
import { changesValidator } from '#core/impersonation/validators'
import { allowChanges, endImpersonation } from '../impersonation.js'

/** The impersonation of the caller's own session. */
export default class VisitsController {
  async changes({ request, session }: HttpContext) {
    const { reason } = await request.validateUsing(changesValidator)
    await allowChanges(session!, reason)
    return { status: 'good' as const }
  }

  async end({ session }: HttpContext) {
    return { data: await endImpersonation(session!) }
  }
}
