import { PassThrough, type Readable, Transform, pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { type Entry, RandomAccessReader, type ZipFile, fromRandomAccessReader } from 'yauzl'
import type { ByteSource } from '../media/video_facts.js'

/** The largest number of files in a package, and their largest total size after unpacking, in bytes. */
const MAX_ENTRIES = 5000
const MAX_UNPACKED_BYTES = 250 * 1024 * 1024
/** A higher compression ratio means a zip bomb. */
const MAX_RATIO = 200
const SYMLINK = 0o120000
const FILE_KIND = 0o170000
const STORED = 0
const DEFLATED = 8

/** The reason that a package is refused, as a stable code. */
export class PackageError extends Error {
  constructor(
    readonly code: string,
    message = '',
  ) {
    super(message || code)
  }
}

/** The position of a file in a package. */
export interface PackagedFile {
  /** Offset of its local header. */
  offset: number
  packed: number
  size: number
  method: number
}

/** Normalises case and accents in a name: packages are made on systems where both spellings are the same file. */
const looseName = (name: string) => name.normalize('NFC').toLowerCase()

/** The files of a package, by their names in it. */
export class PackagedFiles {
  readonly #files = new Map<string, PackagedFile>()
  readonly #loose = new Map<string, string>()

  add(name: string, file: PackagedFile): void {
    this.#files.set(name, file)
    if (!this.#loose.has(looseName(name))) this.#loose.set(looseName(name), name)
  }

  /** A file's exact name in the package; undefined when there is none. An exact match is preferred to one with different case. */
  nameOf(path: string): string | undefined {
    return this.#files.has(path) ? path : this.#loose.get(looseName(path))
  }

  get(path: string): PackagedFile | undefined {
    const name = this.nameOf(path)
    return name === undefined ? undefined : this.#files.get(name)
  }

  names(): string[] {
    return [...this.#files.keys()]
  }
}

class Reader extends RandomAccessReader {
  readonly #source: ByteSource
  constructor(source: ByteSource) {
    super()
    this.#source = source
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough()
    this.#source.read(start, end - start).then(
      (bytes) => stream.end(bytes),
      (error: Error) => stream.destroy(error),
    )
    return stream
  }
}

/**
 * Lists the files of a package without unpacking them, and checks the declared sizes. Refuses names outside the package, links, passwords
 * and packages that would unpack to too much. A backslash in a name is treated as a separator, as written by some Windows tools.
 * @throws PackageError package_unreadable, package_path, package_too_many, package_too_large, package_symlink, package_locked
 */
export async function filesOf(source: ByteSource): Promise<PackagedFiles> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromRandomAccessReader(
      new Reader(source),
      source.size,
      { lazyEntries: true, strictFileNames: false, autoClose: false },
      (error, opened) => (error ? reject(unreadable(error)) : resolve(opened)),
    )
  })
  if (zip.entryCount > MAX_ENTRIES) throw new PackageError('package_too_many')
  const files = new PackagedFiles()
  let size = 0
  return new Promise((resolve, reject) => {
    const stop = (error: Error) => {
      zip.removeAllListeners()
      zip.on('error', () => {})
      reject(error)
    }
    zip.on('error', (error: Error) => stop(unreadable(error)))
    zip.on('end', () => resolve(files))
    zip.on('entry', (entry: Entry) => {
      size += entry.uncompressedSize
      const problem = problemOf(entry, size)
      if (problem) return stop(new PackageError(problem, entry.fileName.slice(0, 200)))
      const { relativeOffsetOfLocalHeader: offset, compressedSize, uncompressedSize, compressionMethod } = entry
      const fileName = nameOf(entry)
      if (!fileName.endsWith('/'))
        files.add(fileName.replace(/^(?:\.\/)+/, ''), { offset, packed: compressedSize, size: uncompressedSize, method: compressionMethod })
      zip.readEntry()
    })
    zip.readEntry()
  })
}

const UTF8_MARK = 0x800

/** By the standard, a name without the UTF-8 flag is in CP437, but some tools write UTF-8. The zip reader has already validated the path. */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag: flags }: Entry): string {
  if (flags & UTF8_MARK || !fileNameRaw.some((byte) => byte > 127)) return fileName
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/')
  } catch {
    return fileName
  }
}

function problemOf(entry: Entry, size: number): string | null {
  if (((entry.externalFileAttributes >>> 16) & FILE_KIND) === SYMLINK) return 'package_symlink'
  if (entry.isEncrypted()) return 'package_locked'
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) return 'package_unreadable'
  // Compression never makes a file much larger. Otherwise a huge compressed file would be read in full for a page of five bytes.
  if (entry.compressedSize > entry.uncompressedSize * 1.01 + 1024) return 'package_unreadable'
  const bomb = entry.uncompressedSize > 1024 * 1024 && entry.uncompressedSize > entry.compressedSize * MAX_RATIO
  return size > MAX_UNPACKED_BYTES || bomb ? 'package_too_large' : null
}

const unreadable = (error: Error) =>
  new PackageError(/relative path|absolute path|characters in fileName/i.test(error.message) ? 'package_path' : 'package_unreadable')

/** Returns the start of a file's bytes, after its local header. @throws PackageError package_unreadable */
async function startOf(source: ByteSource, { offset }: PackagedFile): Promise<number> {
  const header = await source.read(offset, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw new PackageError('package_unreadable')
  return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

/**
 * A file of a package as a stream. It fails with an error when it unpacks to more than the declared size.
 * @param open reads bytes of the package, from the first to the last position
 */
export async function openPackaged(
  source: ByteSource,
  file: PackagedFile,
  open: (range: { first: number; last: number }) => Promise<Readable | null>,
): Promise<Readable | null> {
  const first = await startOf(source, file)
  if (!file.packed) return PassThrough.from([]) as Readable
  const packed = await open({ first, last: first + file.packed - 1 })
  if (!packed) return null
  const exact = exactly(file.size)
  // Also when the reader disconnects halfway, so that no file on disk stays open.
  if (file.method === STORED) pipeline(packed, exact, () => {})
  else pipeline(packed, createInflateRaw(), exact, () => {})
  return exact
}

/** Limits a stream to the declared size: extra bytes would be read as the next response of this server. */
function exactly(size: number): Transform {
  let left = size
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const taken = chunk.subarray(0, left)
      left -= taken.length
      if (taken.length < chunk.length) return done(new PackageError('package_unreadable'))
      done(null, taken)
    },
    flush: (done) => done(left ? new PackageError('package_unreadable') : null),
  })
}

/** Reads a small file of a package into memory. @throws PackageError when it is larger than `most` or broken */
export async function readPackaged(source: ByteSource, file: PackagedFile, most: number): Promise<Buffer> {
  if (file.size > most) throw new PackageError('package_file_too_large')
  const stream = await openPackaged(source, file, async ({ first, last }) => {
    const bytes = await source.read(first, last - first + 1)
    return PassThrough.from([bytes]) as Readable
  })
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream!) {
      size += (chunk as Buffer).length
      if (size > most) throw new PackageError('package_file_too_large')
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    throw error instanceof PackageError ? error : new PackageError('package_unreadable')
  }
  return Buffer.concat(chunks)
}
