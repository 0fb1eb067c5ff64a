import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { findPicture } from '../services/find_picture.js'

/** Pictures in courses: content of the platform or of the user's own company. */
export default class PicturesController {
  async show({ params, request, response, session }: HttpContext) {
    const hash = String(params.hash)
    if (!/^[0-9a-f]{64}$/.test(hash)) throw notFound()
    const etag = `"${hash.slice(0, 32)}"`
    const row = await findPicture(session!, hash)
    if (!row) throw notFound()
    // The name is the hash of the content, so the content never changes. Only the browser may cache it, because a company's pictures are
    // not public.
    response.header('Cache-Control', 'private, max-age=31536000, immutable').header('ETag', etag)
    if (request.header('if-none-match') === etag) return response.status(304).send(null)
    response.header('Content-Type', row.content_type)
    response.send(row.content)
  }
}
