import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '../../contract/errors.js'
import { asSystem } from '../../tenancy/scope.js'
import { fileFor } from '../reading.js'
import { openPublicFile } from '../file_store.js'
import { sendFile } from '../send_file.js'
import { openSigned } from '../signed.js'

const FOR_EVER = 'public, max-age=31536000, immutable'
const IMAGE = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/

/** Serves files to those whom their purposes allow. */
export default class FilesController {
  /** For signed-in people. `?inline=1` shows what a browser can show safely. */
  async show(ctx: HttpContext) {
    const file = await fileFor(ctx.session!, String(ctx.params.id))
    return sendFile(ctx, file, { inline: ctx.request.qs().inline === '1' })
  }

  /** For anybody with a signed address. */
  async signed(ctx: HttpContext) {
    const file = await openSigned(String(ctx.params.token))
    if (!file) throw notFound()
    return sendFile(ctx, file, { inline: ctx.request.qs().download !== '1' })
  }

  /** Public: logos are shown before sign-in. Each has a unique name, so it can be cached for ever. */
  async image(ctx: HttpContext) {
    const name = String(ctx.params.file)
    const file = IMAGE.test(name) ? await asSystem('images.show', () => openPublicFile(name)) : null
    if (!file) throw notFound()
    // An SVG opened by itself is a document. It may use its own styles and nothing else.
    ctx.response.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    return sendFile(ctx, file, { inline: true, cache: FOR_EVER })
  }
}
