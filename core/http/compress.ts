import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const SMALL = { [constants.BROTLI_PARAM_QUALITY]: 11 }
// A page has some 30 KB: a window of 64 KB needs a sixtieth of the default memory.
const QUICK = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 }

export type Encoding = 'br' | 'gzip'

/** The encoding that the browser accepts and that we prefer, or null. */
export function acceptedEncoding(ctx: HttpContext): Encoding | null {
  const accepted = ctx.request.header('accept-encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/**
 * Compresses off the event loop.
 * @param once true for content that is compressed once and sent often: slow and small
 */
export function compress(text: string, encoding: Encoding, once = false): Promise<Buffer> {
  return encoding === 'br'
    ? brotliAsync(text, { params: { ...(once ? SMALL : QUICK), [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
    : gzipAsync(text, { level: once ? 9 : 5 })
}

/** Sends a compressed body with its headers. */
export function sendEncoded(ctx: HttpContext, type: string, body: Buffer | string, encoding: Encoding | null): void {
  ctx.response.header('Content-Type', type)
  ctx.response.header('Vary', 'Accept-Encoding')
  if (encoding) ctx.response.header('Content-Encoding', encoding)
  ctx.response.send(body)
}
