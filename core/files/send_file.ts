import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '../contract/errors.js'
import { rangeOf } from './ranges.js'
import type { OpenFile } from './file_store.js'

/** What a browser shows without running anything. */
const HARMLESS = /^(image\/(png|jpeg|webp|gif)|video\/|audio\/|text\/plain)/

export interface SendOptions {
  /** As it is saved; without it the file's own name. */
  name?: string
  /** Shown instead of saved, where that is harmless. */
  inline?: boolean
  /** Answered as `Cache-Control`; without it nothing is kept between us and the reader. */
  cache?: string
}

/**
 * Answers with a file, a piece at a time: the whole or the range that was asked
 * for, with what caches and players need (ETag, If-None-Match, If-Range, 206, 416).
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
  // A changed file is sent whole to who holds a part of the old one.
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
  // Node sends no body of it; without one the framework would answer 204.
  if (request.method() === 'HEAD') return void response.stream(Readable.from([]))
  const stream = await open(part)
  if (!stream) {
    for (const header of ['Content-Length', 'Content-Range', 'Content-Disposition', 'ETag', 'Accept-Ranges']) response.removeHeader(header)
    throw notFound()
  }
  response.stream(stream)
}

/** Letters beyond ASCII the way that every browser of today reads (RFC 6266). Pure. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\]/g, '') || 'file'
  const exact = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return plain === name ? `${kind}; filename="${plain}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
