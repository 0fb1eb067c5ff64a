import { createHash } from 'node:crypto'
import { PackageError } from '../scorm/package_files.js'
import { readPackage } from '../scorm/read_package.js'
import { type CaptionsSource, type MediaSource, PACKAGE_PATH, VIDEO_PATH } from '../media/media_types.js'
import { sourceOf, videoFacts } from '../media/video_facts.js'
import type { CourseFiles } from './course_files.js'
import type { MistakeList } from './source_file.js'

/** Recognises captions: UTF-8 text with a WebVTT header and no control characters. Pure. */
export function readCaptions(content: Buffer): Pick<CaptionsSource, 'kind'> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    // eslint-disable-next-line no-control-regex
    return /^\uFEFF?WEBVTT(?=[ \t\r\n]|$)/.test(text) && !/[\u0000-\u0008\u000E-\u001F]/.test(text) ? { kind: 'captions' } : null
  } catch {
    return null
  }
}

/**
 * The videos, captions and packages of one course folder. Each is read once and checked by its content; media that is already stored is not
 * read. Reports `video_unknown`, `captions_unknown` and the codes of packages.
 */
export class CourseMedia {
  readonly #files: CourseFiles
  readonly #mistakes: MistakeList
  readonly #known = new Map<string, MediaSource | null>()
  /** Hash → content of the media that was read. */
  readonly contents = new Map<string, Buffer>()

  constructor(files: CourseFiles, mistakes: MistakeList) {
    this.#files = files
    this.#mistakes = mistakes
  }

  /** The media that was used, by path. */
  get all(): Record<string, MediaSource> {
    return Object.fromEntries([...this.#known].flatMap(([path, source]) => (source ? [[path, source]] : [])))
  }

  /** @returns null when it is missing or not usable; that is reported once */
  async use(path: string): Promise<MediaSource | null> {
    if (!this.#known.has(path)) this.#known.set(path, this.#files.keptMedia(path) ?? (await this.#read(path)))
    return this.#known.get(path)!
  }

  async #read(path: string): Promise<MediaSource | null> {
    const content = await this.#files.readBytes(path)
    if (!content) return null
    const found = await this.#look(path, content)
    if (!found) return null
    const hash = createHash('sha256').update(content).digest('hex')
    this.contents.set(hash, content)
    return { ...found, hash, size: content.length } as MediaSource
  }

  async #look(path: string, content: Buffer): Promise<object | null> {
    if (PACKAGE_PATH.test(path)) {
      try {
        return (await readPackage(sourceOf(content))).read
      } catch (error) {
        if (!(error instanceof PackageError)) throw error
        this.#mistakes.add(path, 1, error.code, `This package is not taken: ${error.message}.`)
        return null
      }
    }
    if (VIDEO_PATH.test(path)) {
      const facts = await videoFacts(sourceOf(content))
      if (!facts) this.#mistakes.add(path, 1, 'video_unknown', 'This is no MP4 or WebM with a picture and a length.')
      return facts && { kind: 'video', ...facts }
    }
    const captions = readCaptions(content)
    if (!captions) this.#mistakes.add(path, 1, 'captions_unknown', 'This is no WebVTT: it begins with WEBVTT and is saved as UTF-8.')
    return captions
  }
}
