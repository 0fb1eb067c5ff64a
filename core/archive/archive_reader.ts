import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { type Entry, type ZipFile, openPromise } from 'yauzl'
import { AppError, conflict } from '../contract/errors.js'
import { type Signature, fingerprintOf, isSigned } from '../signing/platform_key.js'
import { FORMAT, KIND, MANIFEST, type Manifest, SIGNATURE, SIGNED_FOR } from './format.js'

/** In bytes: enough for the names and checksums of a million files. */
const MOST_MANIFEST = 256 * 1024 * 1024
/** A key and its signature. */
const MOST_SIGNATURE = 4096
/** The manifest is held in memory before its signature is known to be valid, so its size is limited. */
const MOST_ENTRIES = 1_100_000
const MOST_NAME = 255
const MOST_EXTRA = 64
const NOTHING = Buffer.alloc(0)

const unreadable = () => new AppError(422, 'archive_unreadable')
const tampered = (entry: string) => new AppError(422, 'archive_tampered', { entry })

/** An archive whose every byte was checked against its manifest. */
export class ArchiveReader {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(
    readonly manifest: Manifest,
    /** Fingerprint of the signing key; the platform it belongs to publishes it. */
    readonly fingerprint: string,
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
  ) {
    this.#zip = zip
    this.#entries = entries
  }

  /**
   * Opens an archive and reads it through once. The content is only read after the signature was verified, and not at all for another key:
   * otherwise a forger decides how long that takes.
   * @param fingerprint of the required key; any when left out
   * @throws AppError 422: archive_unreadable (no archive, cut off), archive_tampered; 409: archive_signed_by_another, archive_format_newer
   */
  static async open(path: string, fingerprint?: string): Promise<ArchiveReader> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => Promise.reject(unreadable()))
    try {
      const entries = await entriesOf(zip)
      const bytes = await readSmall(zip, entries.get(MANIFEST), MOST_MANIFEST)
      const signature = parsed<Signature>(await readSmall(zip, entries.get(SIGNATURE), MOST_SIGNATURE))
      if (!signature || !isSigned(SIGNED_FOR, bytes, signature)) throw tampered(MANIFEST)
      const signer = fingerprintOf(signature.key)
      if (fingerprint && fingerprint.replace(/\s/g, '') !== signer.replace(/\s/g, ''))
        throw conflict('archive_signed_by_another', { fingerprint: signer })
      const manifest = parsed<Manifest>(bytes)
      if (manifest?.kind !== KIND || typeof manifest.format !== 'number') throw unreadable()
      if (manifest.format > FORMAT) throw conflict('archive_format_newer', { format: manifest.format, known: FORMAT })
      const reader = new ArchiveReader(manifest, signer, zip, entries)
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

  /** An entry's bytes, checked again while they are read, because the file may have been replaced. */
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

  /** Checks that every entry matches the manifest, and that there are no others. */
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

/** The entries of the manifest, by name. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw unreadable()
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.fileNameLength > MOST_NAME || entry.extraFieldLength > MOST_EXTRA || entry.fileCommentLength) throw unreadable()
    if (entries.has(entry.fileName)) throw tampered(entry.fileName)
    // Entries in file order need no second lookup, and take half the memory.
    Object.assign(entry, { fileNameRaw: NOTHING, extraFieldRaw: NOTHING, fileCommentRaw: NOTHING })
    entries.set(entry.fileName, entry)
  }
  return entries
}

async function readSmall(zip: ZipFile, entry: Entry | undefined, most: number): Promise<Buffer> {
  if (!entry || entry.uncompressedSize > most) throw unreadable()
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
