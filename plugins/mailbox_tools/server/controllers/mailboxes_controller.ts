import type { HttpContext } from '@adonisjs/core/http'
import { convertValidator, leadsValidator } from '#plugins/mailbox_tools/server/validators/mailboxes'
import { preview, startConverting } from '../services/convert.js'
import { previewLeads, startAddingLeads } from '../services/leads.js'
import { mailboxes } from '../services/uploads.js'

/** Mailboxes that an admin uploads, and converts to a table or to leads. */
export default class MailboxesController {
  /** POST, HEAD, PATCH and DELETE of the upload protocol (tus). */
  async upload(ctx: HttpContext) {
    await mailboxes.handle(ctx)
  }

  /** HEAD is part of the protocol: it returns the offset of an upload. */
  async show(ctx: HttpContext) {
    if (ctx.request.method() === 'HEAD') return mailboxes.handle(ctx)
    const { name, size, received } = await mailboxes.own(ctx.session!, String(ctx.params.token))
    return { data: { name, size, received } }
  }

  async index({ session }: HttpContext) {
    const found = await mailboxes.list(session!)
    return {
      data: found.map(({ token, name, size, received, expires_at }) => ({ token, name, size, is_whole: received === size, expires_at })),
    }
  }

  async preview({ params, session }: HttpContext) {
    return { data: await preview(session!, String(params.token)) }
  }

  async convert({ params, request, response, session }: HttpContext) {
    const order = await request.validateUsing(convertValidator)
    const data = await startConverting(session!, { ...order, token: String(params.token) })
    response.status(202)
    return { data }
  }

  /** The first senders, as they would become leads. */
  async previewLeads({ params, request, session }: HttpContext) {
    const order = await request.validateUsing(leadsValidator)
    return { data: await previewLeads(session!, { ...order, token: String(params.token) }) }
  }

  async addLeads({ params, request, response, session }: HttpContext) {
    const order = await request.validateUsing(leadsValidator)
    const data = await startAddingLeads(session!, { ...order, token: String(params.token) })
    response.status(202)
    return { data }
  }

  async remove({ params, session }: HttpContext) {
    await mailboxes.remove(session!, String(params.token))
    return { status: 'good' as const }
  }
}
