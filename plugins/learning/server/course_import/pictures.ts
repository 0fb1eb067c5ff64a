import { createHash } from 'node:crypto'
import { isSensibleSize, measureImage } from '#core/kit/images'
import type { CourseFiles } from './course_files.js'
import type { MistakeList } from './source_file.js'

export type PictureType = 'image/svg+xml' | 'image/png' | 'image/jpeg'

/** A picture of a course, named by its hash: different content is a different picture. */
export interface PictureSource {
  /** sha256 (hex) of the content. */
  hash: string
  contentType: PictureType
  /** In CSS pixels: reserves its space on the page before it has loaded. */
  width: number
  height: number
}

/** The allowed elements of a drawing: no scripts, external links, foreign markup or style sheets. */
const SVG_TAGS = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask pattern use symbol'.split(
    ' ',
  ),
)
const SVG_ATTRIBUTES =
  /^(xmlns|viewBox|width|height|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|d|points|fill|fill-opacity|fill-rule|clip-rule|stroke|stroke-[a-z]+|opacity|transform|id|clip-path|mask|href|offset|stop-color|stop-opacity|gradientUnits|gradientTransform|patternUnits|preserveAspectRatio|role|aria-[a-z]+)$/

/**
 * The pictures of one course folder, `pictures/<name>` of type svg, png or jpg. Each is read once and checked by its content. Reports
 * `picture_unknown` (none of these types) and `picture_unsafe` (a drawing with elements that are not allowed).
 */
export class Pictures {
  readonly #files: CourseFiles
  readonly #mistakes: MistakeList
  readonly #known = new Map<string, PictureSource | null>()
  /** Hash → content of the pictures that were used. */
  readonly contents = new Map<string, Buffer>()

  constructor(files: CourseFiles, mistakes: MistakeList) {
    this.#files = files
    this.#mistakes = mistakes
  }

  /** The pictures that were used, by path. */
  get all(): Record<string, PictureSource> {
    return Object.fromEntries([...this.#known].flatMap(([path, picture]) => (picture ? [[path, picture]] : [])))
  }

  /** @returns null when it is missing or not usable; that is reported once */
  async use(path: string): Promise<PictureSource | null> {
    if (!this.#known.has(path)) this.#known.set(path, await this.#read(path))
    return this.#known.get(path)!
  }

  async #read(path: string): Promise<PictureSource | null> {
    const content = await this.#files.readBytes(path)
    if (!content) return null
    const found = measure(content)
    if (!found) {
      this.#mistakes.add(path, 1, 'picture_unknown', 'This is no SVG, PNG or JPEG with a size of at most 8,000 pixels a side.')
      return null
    }
    const unsafe = found.contentType === 'image/svg+xml' ? unsafePart(content.toString('utf8')) : null
    if (unsafe) {
      this.#mistakes.add(path, unsafe.line, 'picture_unsafe', `A drawing may not hold '${unsafe.part}'.`)
      return null
    }
    const hash = createHash('sha256').update(content).digest('hex')
    this.contents.set(hash, content)
    return { hash, ...found }
  }
}

const CONTENT_TYPES: Readonly<Record<string, PictureType>> = { png: 'image/png', jpg: 'image/jpeg' }

/**
 * Detects the type of a picture by its first bytes, never by its name. Null for any other type, and for a side of more than 8,000 pixels.
 * Pure.
 */
export function measure(content: Buffer): Omit<PictureSource, 'hash'> | null {
  const box = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?<svg\b[^>]*\sviewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"/.exec(
    content.toString('utf8', 0, 2048),
  )
  if (box) {
    const [width, height] = [Math.round(Number(box[1])), Math.round(Number(box[2]))]
    return isSensibleSize(width, height) ? { contentType: 'image/svg+xml', width, height } : null
  }
  const image = measureImage(content)
  const contentType = image && CONTENT_TYPES[image.type]
  return contentType ? { contentType, width: image.width, height: image.height } : null
}

/** The first part of a drawing that is not allowed. Pure. */
export function unsafePart(svg: string): { part: string; line: number } | null {
  const lineOf = (index: number) => svg.slice(0, index).split('\n').length
  const withoutHead = svg.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, (head) => ' '.repeat(head.length))
  const strange = /<[!?]|&(?!(?:amp|lt|gt|quot|apos);)/.exec(withoutHead)
  if (strange) return { part: strange[0], line: lineOf(strange.index) }
  const rest = withoutHead.replace(/<\/?([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*\/?>/g, (whole, tag: string, attributes: string) => {
    const names = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)]
    const isFine =
      SVG_TAGS.has(tag) &&
      names.every(
        ([, name, value]) =>
          SVG_ATTRIBUTES.test(name!) && (name !== 'href' || value!.startsWith('#')) && !/url\(\s*(?!#)|javascript:|data:/i.test(value!),
      )
    return isFine ? ' '.repeat(whole.length) : whole
  })
  const left = /<\/?[^\s>]*/.exec(rest)
  return left ? { part: left[0], line: lineOf(left.index) } : null
}
