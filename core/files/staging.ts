import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { settings } from '../config/settings.js'
import { namesMoreThan } from '../http/raw_body.js'

/** Content on its way to the disk: bytes, a stream, or a local file. */
export type Content = Uint8Array | Readable | { readonly path: string }

export interface Staged {
  path: string
  /** In bytes. */
  size: number
  sha256: string
  /** Deletes it, if it was made here. */
  discard: () => Promise<void>
}

/** Thrown when the content is too large; nothing is left behind. */
export class TooLargeError extends Error {}

/** The folder for uploads until they are complete and checked; always on this machine. */
export async function stagingFolder(...below: string[]): Promise<string> {
  const folder = join((await settings()).dataDir, 'uploads', ...below)
  await mkdir(folder, { recursive: true })
  return folder
}

/** Deletes the received part of an upload. A missing one is no error. */
export async function removePart(companyId: number | string, token: string): Promise<void> {
  await rm(join(await stagingFolder(String(companyId)), token), { force: true })
}

/**
 * Brings content into one local file, piece by piece, and measures it.
 * @throws TooLargeError at more than maxBytes
 */
export async function stage(content: Content, maxBytes: number): Promise<Staged> {
  // Refused before reading, the sender gets our answer. Refused halfway, the connection ends.
  if (content instanceof Readable && namesMoreThan(content, maxBytes)) throw new TooLargeError()
  if ('path' in content && !(content instanceof Readable)) {
    const { size, sha256 } = await measure(createReadStream((content as { path: string }).path), maxBytes)
    return { path: (content as { path: string }).path, size, sha256, discard: async () => {} }
  }
  const path = join(await stagingFolder('tmp'), randomBytes(16).toString('hex'))
  const discard = () => rm(path, { force: true })
  try {
    const source = content instanceof Readable ? content : Readable.from([content as Uint8Array])
    return { path, discard, ...(await measure(source, maxBytes, path)) }
  } catch (error) {
    await discard()
    throw error
  }
}

async function measure(source: Readable, maxBytes: number, target?: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new TooLargeError())
      hash.update(chunk)
      done(null, target ? chunk : undefined)
    },
  })
  if (target) await pipeline(source, meter, createWriteStream(target))
  else await pipeline(source, meter.resume())
  return { size, sha256: hash.digest('hex') }
}
