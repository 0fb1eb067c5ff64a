import type { HttpContext } from '@adonisjs/core/http'
import { rangeOf } from '#core/kit/files'

/**
 * Sends evidence with headers that forbid caching it: the whole, or the range that a player asks for. It is decrypted as a whole, because
 * its seal covers all of it.
 */
export function sendBytes({ request, response }: HttpContext, { bytes, type }: { bytes: Buffer; type: string }): void {
  // There is no version to compare, so `If-Range` never matches and gets the whole.
  const range = rangeOf(request.header('if-range') ? undefined : request.header('range'), bytes.length)
  response.header('Accept-Ranges', 'bytes')
  if (range === 'none') {
    response.header('Content-Range', `bytes */${bytes.length}`).header('Content-Length', '0')
    return void response.status(416).send(null)
  }
  const sent = range === 'whole' ? bytes : bytes.subarray(range.first, range.last + 1)
  if (range !== 'whole') response.status(206).header('Content-Range', `bytes ${range.first}-${range.last}/${bytes.length}`)
  response.header('Content-Type', type).header('Content-Disposition', 'inline').header('Content-Length', String(sent.length))
  response.send(sent)
}
