import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { signFor } from '../signing/platform_key.js'
import { MANIFEST, type Manifest, SIGNATURE, SIGNED_FOR } from './format.js'

/** Writes the entries of an archive into a local file and records the checksum of each. */
export class ArchiveWriter {
  readonly entries: Manifest['entries'] = {}
  readonly #zip = new ZipFile()
  readonly #written: Promise<void>
  #failure: unknown = null

  constructor(path: string) {
    this.#written = pipeline(this.#zip.outputStream, createWriteStream(path, { mode: 0o600 }))
    this.#written.catch((error: unknown) => (this.#failure = error))
  }

  /** Streams one entry; never all of it in memory. */
  async add(name: string, content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>): Promise<void> {
    if (this.#failure) throw this.#failure
    const hash = createHash('sha256')
    let size = 0
    async function* counted() {
      for await (const piece of content) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
        hash.update(bytes)
        size += bytes.length
        yield bytes
      }
    }
    const stream = Readable.from(counted(), { objectMode: false })
    this.#zip.addReadStream(stream, name)
    // Whichever comes first: with a full disk the stream would wait for ever.
    await Promise.race([finished(stream), this.#written.then(() => Promise.reject(new Error('The archive ended too early.')))])
    this.entries[name] = { size, sha256: hash.digest('hex') }
  }

  /** Writes the manifest, signed with the platform's key, and closes the file. */
  async end(manifest: Omit<Manifest, 'entries'>): Promise<Manifest> {
    const whole: Manifest = { ...manifest, entries: this.entries }
    const bytes = Buffer.from(`${JSON.stringify(whole, null, 2)}\n`)
    this.#zip.addBuffer(bytes, MANIFEST)
    this.#zip.addBuffer(Buffer.from(`${JSON.stringify(await signFor(SIGNED_FOR, bytes), null, 2)}\n`), SIGNATURE)
    this.#zip.end()
    await this.#written
    return whole
  }
}
