import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { type Entry, type ZipFile, openPromise } from 'yauzl'
import { AppError, conflict } from '../contract/errors.js'
import { type Signature, fingerprintOf, isSigned } from '../signing/platform_key.js'
import { FORMAT, KIND, MANIFEST, type Manifest, SIGNATURE, SIGNED_FOR } from './format.js'

/** In bytes: a name and a checksum for each of a million files. */
const MOST_MANIFEST = 256 * 1024 * 1024
/** A key and what it signed. */
const MOST_SIGNATURE = 4096
/** What a file lists stays in memory, and is read before anything of it is known to be signed: a million files, and of each what is written here. */
const MOST_ENTRIES = 1_100_000
const MOST_NAME = 255
const MOST_EXTRA = 64
const NOTHING = Buffer.alloc(0)

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
   * Opens an archive and reads it through once. What it says is looked at when its signature was, and not at all when it is not by the one asked for:
   * a forger chooses how long that takes.
   * @param fingerprint of the key that it has to be signed with; anybody's without
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

/** What a file lists, by name. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw unreadable()
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.fileNameLength > MOST_NAME || entry.extraFieldLength > MOST_EXTRA || entry.fileCommentLength) throw unreadable()
    if (entries.has(entry.fileName)) throw tampered(entry.fileName)
    // As they came they are not asked for again, and are half of what an entry takes.
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
