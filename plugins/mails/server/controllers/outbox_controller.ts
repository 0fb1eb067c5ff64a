import type { HttpContext } from '@adonisjs/core/http'
import { sendLetter } from '#core/kit/mail'
import { listPage } from '#core/kit/lists'
import { uncertainValidator } from '#plugins/mails/server/validators/outbox'
import { outbox } from '../lists/outbox.js'
import { decideAll, outboxSummary, sendOnceMore, showMail } from '../services/outbox_service.js'
import { toMail } from '../transformers/mail_transformer.js'

/** The mail outbox, for admins. */
export default class OutboxController {
  async index(ctx: HttpContext) {
    return listPage(outbox, ctx, toMail)
  }

  /** For the whole outbox, whatever the filter of the list. */
  async summary({ session }: HttpContext) {
    return { data: await outboxSummary(session!) }
  }

  async show({ params, session }: HttpContext) {
    const mail = await showMail(session!, String(params.id))
    return { data: { ...toMail(mail), text: mail.text } }
  }

  async send({ params, session }: HttpContext) {
    await sendOnceMore(session!, String(params.id))
    return { status: 'good' as const }
  }

  async uncertain({ request, session }: HttpContext) {
    const { decision, count } = await request.validateUsing(uncertainValidator)
    await decideAll(session!, decision, count)
    return { status: 'good' as const }
  }

  /** The mail as its reader sees it: a separate document that runs nothing and can be framed by our page only. */
  async html({ params, session, response }: HttpContext) {
    const { html } = await showMail(session!, String(params.id))
    return sendLetter(response, html)
  }
}
