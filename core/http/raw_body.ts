import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { AppError } from '../contract/errors.js'

/**
 * The whole body of a request, in memory. A body that is too large is read no further, and its sender still gets the answer.
 * @param maxBytes of the whole body
 * @throws AppError 413 body_too_large; 400 bad_request when the sender hangs up
 */
export async function readRawBody(request: Readable, maxBytes: number): Promise<Buffer> {
  if (namesMoreThan(request, maxBytes)) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Destroying the request would block its connection for the answer and for the next request.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    // The sender hung up: not our error.
    throw error instanceof AppError ? error : new AppError(400, 'bad_request')
  }
  return Buffer.concat(chunks)
}

/** Whether the sender announces a longer body. Browsers always say how long it is, so it can be refused unread. */
export const namesMoreThan = (request: Readable, maxBytes: number): boolean =>
  request instanceof IncomingMessage && Number(request.headers['content-length'] ?? 0) > maxBytes

const tooLarge = () => new AppError(413, 'body_too_large')

/** Reads and drops the unread rest of a body once the answer is sent. Otherwise the next request on the connection never arrives. */
export function drainBody(request: IncomingMessage, socket: Socket): void {
  if (request.complete) return
  if (request.destroyed) socket.destroySoon()
  else request.resume()
}
