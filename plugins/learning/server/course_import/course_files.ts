import { lstat, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { MAX_MEDIA_BYTES, type MediaSource, PACKAGE_PATH, VIDEO_PATH } from '../media/media_types.js'
import type { MistakeList } from './source_file.js'

/** The largest file that is read, in bytes; texts of a course are far smaller. */
export const MAX_FILE_BYTES = 512 * 1024
/** A video or a package may be as large as an uploaded one. */
export const maxBytesOf = (name: string) => (VIDEO_PATH.test(name) || PACKAGE_PATH.test(name) ? MAX_MEDIA_BYTES : MAX_FILE_BYTES)

/** Access to a file's content: the size is checked before the bytes are read. */
interface FileContent {
  size: () => Promise<number>
  bytes: () => Promise<Buffer>
}

/**
 * The files of one course, from a folder or in memory. In a folder, only regular files found by walking it are opened. Symbolic links are
 * reported and never followed, so nothing outside the folder can be read.
 */
export class CourseFiles {
  readonly #mistakes: MistakeList
  readonly #regular = new Map<string, FileContent>()
  /** Links and other special files: reported once, and not reported again as missing. */
  readonly #refused = new Set<string>()
  readonly #used = new Set<string>()
  /** Media that is already stored, by path; it is not read again. */
  #kept: ReadonlyMap<string, MediaSource> = new Map()

  private constructor(mistakes: MistakeList) {
    this.#mistakes = mistakes
  }

  /**
   * A course with its files in memory, from an archive or a draft. @param contents path → content @param kept videos and packages that are
   * already stored
   */
  static of(contents: ReadonlyMap<string, Buffer>, mistakes: MistakeList, kept: ReadonlyMap<string, MediaSource> = new Map()): CourseFiles {
    const files = new CourseFiles(mistakes)
    files.#kept = kept
    for (const [name, content] of contents) files.#regular.set(name, { size: async () => content.length, bytes: async () => content })
    return files
  }

  /** Walks the folder. Reports `folder_missing` (then null), `symlink_not_allowed`, `file_unreadable`. */
  static async open(dir: string, mistakes: MistakeList): Promise<CourseFiles | null> {
    const stats = await lstat(dir).catch(() => null)
    if (!stats || stats.isSymbolicLink() || !stats.isDirectory()) {
      const link = stats?.isSymbolicLink() === true
      mistakes.add(
        '.',
        1,
        link ? 'symlink_not_allowed' : 'folder_missing',
        link ? 'The course folder may not be a symbolic link.' : 'There is no such folder.',
      )
      return null
    }
    const files = new CourseFiles(mistakes)
    await files.#walk(dir, '')
    return files
  }

  async #walk(dir: string, relative: string): Promise<void> {
    const entries = await readdir(path.join(dir, relative), { withFileTypes: true })
    for (const entry of entries) {
      const name = relative === '' ? entry.name : `${relative}/${entry.name}`
      const location = path.join(dir, name)
      if (entry.isDirectory()) await this.#walk(dir, name)
      else if (entry.isFile()) {
        this.#regular.set(name, { size: async () => (await lstat(location)).size, bytes: () => readFile(location) })
      } else {
        this.#refused.add(name)
        const link = entry.isSymbolicLink()
        this.#mistakes.add(
          name,
          1,
          link ? 'symlink_not_allowed' : 'file_unreadable',
          link ? 'Symbolic links are not allowed in a course.' : 'This is not an ordinary file.',
        )
      }
    }
  }

  /**
   * The text of a file, with `\n` line ends. Reports `file_missing`, `file_too_large`,
   * `encoding_invalid` and then returns null.
   */
  async read(name: string): Promise<string | null> {
    const bytes = await this.readBytes(name)
    if (!bytes) return null
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
    } catch {
      this.#mistakes.add(name, 1, 'encoding_invalid', 'The file must be saved as UTF-8.')
      return null
    }
  }

  /** The bytes of a file. Reports `file_missing`, `file_too_large` and then returns null. */
  async readBytes(name: string): Promise<Buffer | null> {
    this.#used.add(name)
    const file = this.#regular.get(name)
    if (!file) {
      const reported = [...this.#refused].some((one) => name === one || name.startsWith(`${one}/`))
      if (!reported) this.#mistakes.add(name, 1, 'file_missing', 'This file is missing.')
      return null
    }
    const most = maxBytesOf(name)
    if ((await file.size()) > most) {
      this.#mistakes.add(name, 1, 'file_too_large', `A file may be at most ${most} bytes.`)
      return null
    }
    return file.bytes()
  }

  /** The facts of a video or package that is already stored. */
  keptMedia(name: string): MediaSource | null {
    const known = this.#kept.get(name)
    if (known) this.#used.add(name)
    return known ?? null
  }

  has(name: string): boolean {
    return this.#regular.has(name) || this.#kept.has(name)
  }

  /** Reports `file_unused` for every file that no part of the course uses. */
  reportUnused(): void {
    for (const name of [...this.#regular.keys(), ...this.#kept.keys()]) {
      if (this.#used.has(name)) continue
      this.#mistakes.add(name, 1, 'file_unused', 'No activity, language or text uses this file.')
    }
  }
}
