import { createHash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { reportValidator } from '#core/mail/validators'
import { notFound } from '../../contract/errors.js'
import { recordBounce } from '../bounces.js'
import { isDeadAddress } from '../delivery_status.js'
import { assertSigned } from '../signed_reports.js'

/** Receives the reports of a mail service about bounced mails. */
export default class ReportsController {
  async store({ request }: HttpContext) {
    await assertSigned(request.raw() ?? '', request.header('x-mail-signature'))
    const { id, mail, status, reason } = await request.validateUsing(reportValidator)
    const key = `call:${createHash('sha256').update(id).digest('base64url')}`
    if (!(await recordBounce({ key, names: [mail], isDead: isDeadAddress(status ?? null), reason }))) throw notFound()
    return { status: 'good' as const }
  }
}
