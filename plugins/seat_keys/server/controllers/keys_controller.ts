import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { attach } from '#core/kit/lists'
import { FILE_FORMATS, type FileFormat, keysFile } from '../services/files.js'
import { keysOf, renewKey, withdrawKey } from '../services/manage.js'
import { addressOf } from '../services/store.js'
import { toKey } from '../transformers/key.js'

/** The keys of a booking, for the person who bought them. */
export default class KeysController {
  async index({ params, session }: HttpContext) {
    const [keys, base] = [await keysOf(session!, String(params.id)), await addressOf('')]
    return { data: keys.map((key) => toKey(key, base)) }
  }

  async file(ctx: HttpContext) {
    const format = String(ctx.params.format) as FileFormat
    if (!Object.hasOwn(FILE_FORMATS, format)) throw notFound()
    const { name, content } = await keysFile(ctx.session!, String(ctx.params.id), format)
    attach(ctx, { name, type: FILE_FORMATS[format] })
    ctx.response.send(typeof content === 'string' ? content : Buffer.from(content))
  }

  async withdraw({ params, session }: HttpContext) {
    await withdrawKey(session!, String(params.id))
    return { status: 'good' as const }
  }

  async renew({ params, session }: HttpContext) {
    await renewKey(session!, String(params.id))
    return { status: 'good' as const }
  }
}
