import type { HttpContext } from '@adonisjs/core/http'
import { AppError } from '../../contract/errors.js'
import { pluginRegistry } from '../../plugins/registry.js'
import { keepMessage } from '../inbox_store.js'

/** Far more than anybody tells in one call. */
const MAX_BYTES = 256 * 1024

/** What other systems tell us. */
export default class InboxesController {
  async store(ctx: HttpContext) {
    const inbox = pluginRegistry().inbox(String(ctx.route!.name))
    const body = await readText(ctx)
    const message = await inbox.read({ body, header: (name) => ctx.request.header(name) })
    if (message) await keepMessage(inbox, message)
    return { status: 'good' as const }
  }
}

async function readText({ request: { request } }: HttpContext): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BYTES) throw new AppError(413, 'body_too_large')
      chunks.push(chunk)
    }
  } catch (error) {
    // Whoever hangs up in the middle is no fault of ours.
    throw error instanceof AppError ? error : new AppError(400, 'bad_request')
  }
  return Buffer.concat(chunks).toString('utf8')
}
