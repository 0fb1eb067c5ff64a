import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { type Entry, type ZipFile, openPromise } from 'yauzl'
import { AppError, conflict } from '../contract/errors.js'
import { type Signature, fingerprintOf, isSigned } from '../signing/platform_key.js'
import { FORMAT, KIND, MANIFEST, type Manifest, SIGNATURE, SIGNED_FOR } from './format.js'

/** In bytes: a name and a checksum for each of a million files. */
const MOST_MANIFEST = 256 * 1024 * 1024

const unreadable = () => new AppError(422, 'archive_unreadable')
const tampered = (entry: string) => new AppError(422, 'archive_tampered', { entry })

/** An archive of which every byte was held against what it says of itself. */
export class ArchiveReader {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(
    readonly manifest: Manifest,
    /** Of the key that signed it; whose that is, its platform says. */
    readonly fingerprint: string,
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
  ) {
    this.#zip = zip
    this.#entries = entries
  }

  /**
   * Opens an archive and reads it through once.
   * @throws AppError 422: archive_unreadable (no archive, cut off), archive_tampered, archive_format_newer
   */
  static async open(path: string): Promise<ArchiveReader> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => Promise.reject(unreadable()))
    try {
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) throw tampered(entry.fileName)
        entries.set(entry.fileName, entry)
      }
      const bytes = await readSmall(zip, entries.get(MANIFEST))
      const manifest = parsed<Manifest>(bytes)
      if (manifest?.kind !== KIND || typeof manifest.format !== 'number') throw unreadable()
      if (manifest.format > FORMAT) throw conflict('archive_format_newer', { format: manifest.format, known: FORMAT })
      const signature = parsed<Signature>(await readSmall(zip, entries.get(SIGNATURE)))
      if (!signature || !isSigned(SIGNED_FOR, bytes, signature)) throw tampered(MANIFEST)
      const reader = new ArchiveReader(manifest, fingerprintOf(signature.key), zip, entries)
      await reader.#check()
      return reader
    } catch (error) {
      zip.close()
      throw error instanceof AppError ? error : unreadable()
    }
  }

  close(): void {
    this.#zip.close()
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** An entry's bytes. They are checked again while they are read: the file may have been replaced since. */
  async stream(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (!entry) throw tampered(name)
    return this.#zip.openReadStreamPromise(entry).catch(() => Promise.reject(tampered(name)))
  }

  /** Each line of an entry as JSON. */
  async *rows<T>(name: string): AsyncIterable<T> {
    if (!this.has(name)) return
    for await (const line of createInterface({ input: await this.stream(name), crlfDelay: Infinity })) {
      const row = parsed<T>(Buffer.from(line))
      if (!row) throw tampered(name)
      yield row
    }
  }

  /** Every entry is as the manifest says, and there is no other. */
  async #check(): Promise<void> {
    const { entries } = this.manifest
    const here = [...this.#entries.keys()].filter((name) => name !== MANIFEST && name !== SIGNATURE)
    const stranger = here.find((name) => !Object.hasOwn(entries, name)) ?? Object.keys(entries).find((name) => !this.#entries.has(name))
    if (stranger) throw tampered(stranger)
    for (const name of here) {
      const { size, sha256 } = entries[name]!
      const hash = createHash('sha256')
      let read = 0
      try {
        for await (const piece of await this.stream(name)) {
          read += (piece as Buffer).length
          if (read > size) break
          hash.update(piece as Buffer)
        }
      } catch {
        throw tampered(name)
      }
      if (read !== size || hash.digest('hex') !== sha256) throw tampered(name)
    }
  }
}

async function readSmall(zip: ZipFile, entry: Entry | undefined): Promise<Buffer> {
  if (!entry || entry.uncompressedSize > MOST_MANIFEST) throw unreadable()
  const pieces: Buffer[] = []
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function parsed<T>(bytes: Buffer): T | null {
  try {
    return JSON.parse(bytes.toString('utf8')) as T | null
  } catch {
    return null
  }
}
