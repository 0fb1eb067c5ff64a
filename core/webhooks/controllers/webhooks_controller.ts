import type { HttpContext } from '@adonisjs/core/http'
import { readRawBody } from '../../http/raw_body.js'
import { pluginRegistry } from '../../plugins/registry.js'
import { storeMessage } from '../webhook_store.js'

/** Far more than any webhook sends. */
const MAX_BYTES = 256 * 1024

/** Receives webhooks. */
export default class WebhooksController {
  async store(ctx: HttpContext) {
    const webhook = pluginRegistry().webhook(String(ctx.route!.name))
    const body = (await readRawBody(ctx.request.request, MAX_BYTES)).toString('utf8')
    const message = await webhook.read({ body, header: (name) => ctx.request.header(name) })
    if (message) await storeMessage(webhook, message)
    return { status: 'good' as const }
  }
}
