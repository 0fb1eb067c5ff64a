import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '../contract/errors.js'
import { rangeOf } from './ranges.js'
import type { OpenFile } from './file_store.js'

/** Types that a browser shows without running anything. */
const HARMLESS = /^(image\/(png|jpeg|webp|gif)|video\/|audio\/|text\/plain)/

export interface SendOptions {
  /** The saved file's name; default the file's own. */
  name?: string
  /** Shown instead of saved, where that is safe. */
  inline?: boolean
  /** The `Cache-Control` header; without it nothing is cached. */
  cache?: string
}

/**
 * Streams a file: the whole or the requested range, with the headers of caches and players (ETag, If-None-Match, If-Range, 206, 416).
 * @throws AppError 404 when the disk lost its content
 */
export async function sendFile(ctx: HttpContext, { facts, open }: OpenFile, { name, inline, cache }: SendOptions = {}): Promise<void> {
  const { request, response } = ctx
  const etag = `"${facts.sha256.slice(0, 32)}"`
  response.header('ETag', etag).header('Accept-Ranges', 'bytes').header('Last-Modified', facts.createdAt.toUTCString())
  if (cache) response.header('Cache-Control', cache)
  if (
    request
      .header('if-none-match')
      ?.split(/\s*,\s*/)
      .includes(etag)
  )
    return void response.status(304).send(null)

  const shown = inline && HARMLESS.test(facts.contentType)
  response.header('Content-Type', facts.contentType)
  response.header('Content-Disposition', disposition(shown ? 'inline' : 'attachment', name ?? facts.name))
  // A changed file is sent whole to a reader who has part of the old one.
  const ifRange = request.header('if-range')
  const isSame = !ifRange || ifRange === etag || ifRange === facts.createdAt.toUTCString()
  const range = rangeOf(isSame ? request.header('range') : undefined, facts.size)
  if (range === 'none') {
    response.header('Content-Range', `bytes */${facts.size}`).header('Content-Length', '0')
    return void response.status(416).send(null)
  }
  const part = range === 'whole' ? undefined : range
  if (part) response.status(206).header('Content-Range', `bytes ${part.first}-${part.last}/${facts.size}`)
  response.header('Content-Length', String(part ? part.last - part.first + 1 : facts.size))
  // Node sends no body for it; without one the framework would answer 204.
  if (request.method() === 'HEAD') return void response.stream(Readable.from([]))
  const stream = await open(part)
  if (!stream) {
    for (const header of ['Content-Length', 'Content-Range', 'Content-Disposition', 'ETag', 'Accept-Ranges']) response.removeHeader(header)
    throw notFound()
  }
  response.stream(stream)
}

/** Letters beyond ASCII in the form that all browsers read (RFC 6266). Pure. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\]/g, '') || 'file'
  const exact = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return plain === name ? `${kind}; filename="${plain}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
