import fontkit, { type Font, type GlyphRun } from '@cantoo/fontkit'
import {
  type PDFDocument,
  type PDFFont,
  type PDFName,
  type PDFPage,
  type RGB,
  PDFHexString,
  PDFOperator,
  PDFOperatorNames,
  beginText,
  endText,
  popGraphicsState,
  pushGraphicsState,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  setTextRise,
} from '@cantoo/pdf-lib'
import { breakLines } from './breaking.js'
import { FONTS, type Weight, loadFont } from './fonts.js'
import { type Face, MISSING, type Run, directionOf, isInvisible, shape, writtenText } from './shaping.js'
import type { Tag, Tags } from './tags.js'

export type { Weight }

interface Shaped {
  runs: Run[]
  /** At a size of one point. */
  width: number
}

export interface TextStyle {
  x: number
  /** Baseline, from the bottom of the page. */
  y: number
  size: number
  weight: Weight
  color: RGB
}

const WEIGHTS = [400, 600] as const
const RIGHT_TO_LEFT_MARK = '\u200f'
/** Texts are not made smaller than this to fit; they take more lines instead. */
const SMALLEST = 6

/** Draws texts of any script in one document. It reads and embeds only the fonts that the texts need. */
export class Typesetter {
  readonly #faces: Record<Weight, Face[]> = { 400: [], 600: [] }
  readonly #shaped = new Map<string, Shaped>()
  readonly #keys = new WeakMap<PDFPage, Map<PDFFont, PDFName>>()
  /** Glyphs that the next call of `layout` returns. */
  #given: GlyphRun | null = null
  #bold: PDFFont | undefined

  private constructor() {}

  /** @param texts everything that will be drawn; characters of other texts may be missing */
  static async for(document: PDFDocument, texts: readonly string[]): Promise<Typesetter> {
    const typesetter = new Typesetter()
    const all = ['…', ...texts].join(' ')
    // A letter may be drawn precomposed, or composed with its accent.
    const letters = new Set([...all, ...all.normalize('NFC')].filter((letter) => !isInvisible(letter) && letter >= ' '))
    for (const weight of WEIGHTS) {
      const missing = new Set(letters)
      for (const source of FONTS) {
        if (source === FONTS.at(-1) && missing.size) missing.add(MISSING)
        if (!missing.size || (source.only && ![...missing].some((letter) => source.only!.test(letter)))) continue
        const { bytes, letters: has } = await loadFont(source, weight)
        const gives = [...missing].filter((letter) => has.has(letter.codePointAt(0)!))
        if (!gives.length) continue
        for (const letter of gives) missing.delete(letter)
        const face = await typesetter.#embed(document, bytes, has)
        typesetter.#faces[weight].push(face)
        if (source === FONTS[0] && weight === 600) typesetter.#bold = face.pdf
      }
    }
    return typesetter
  }

  async #embed(document: PDFDocument, bytes: Uint8Array, letters: ReadonlySet<number>): Promise<Face> {
    let font!: Font
    document.registerFontkit({
      create: (data) => {
        font = fontkit.create(data) as Font
        const layout = font.layout.bind(font)
        // pdf-lib lays out every text itself and takes only the glyphs. This layout has directions and positions as well.
        font.layout = (...wanted) => this.#given ?? layout(...wanted)
        return font
      },
    })
    const pdf = await document.embedFont(bytes, { subset: true })
    return { pdf, font, letters }
  }

  /** Only the Latin font, for a drawing with words in it, which takes one font. */
  get bold(): PDFFont | undefined {
    return this.#bold
  }

  /** Width in points. */
  width(text: string, weight: Weight, size: number): number {
    return this.#shape(text, weight).width * size
  }

  /** Returns the depth of a line below its baseline, in points. It is larger for Arabic and Indic letters than for Latin ones. */
  depth(text: string, weight: Weight, size: number): number {
    const lowest = this.#shape(text, weight).runs.flatMap(({ face, glyphs }) =>
      glyphs.glyphs.map(({ cbox }, index) => (cbox.minY + glyphs.positions![index]!.yOffset) / face.font.unitsPerEm),
    )
    // A glyph without a drawing (a space) has no lowest point.
    return -Math.min(0, ...lowest.filter(Number.isFinite)) * size
  }

  #shape(text: string, weight: Weight): Shaped {
    const key = `${weight}${text}`
    let shaped = this.#shaped.get(key)
    if (!shaped) {
      const runs = shape(text.replace(/\s/g, ' '), this.#faces[weight])
      shaped = { runs, width: runs.reduce((sum, run) => sum + widthOf(run), 0) }
      this.#shaped.set(key, shaped)
    }
    return shaped
  }

  /** Draws one line. */
  draw(page: PDFPage, text: string, { x, y, size, weight, color }: TextStyle): void {
    let at = x
    for (const run of this.#shape(text, weight).runs) {
      page.pushOperators(
        pushGraphicsState(),
        beginText(),
        setFillingColor(color),
        setFontAndSize(this.#keyOn(page, run.face.pdf), size),
        setTextMatrix(1, 0, 0, 1, at, y),
        ...this.#show(run, size),
        endText(),
        popGraphicsState(),
      )
      at += widthOf(run) * size
    }
  }

  /** Draws one line as content of a structure element, or as decoration without one. */
  drawTagged(tags: Tags, tag: Tag | null, page: PDFPage, text: string, style: TextStyle): void {
    if (tag) tags.mark(page, tag, () => this.draw(page, text, style), writtenText(text))
    else tags.artifact(page, () => this.draw(page, text, style))
  }

  /** Draws the glyphs of a run at the font's positions: accents on their letters, kerned pairs together. */
  #show({ face, text, glyphs }: Run, size: number): PDFOperator[] {
    this.#given = glyphs
    const codes = face.pdf.encodeText(text).asString()
    this.#given = null
    const scale = 1000 / face.font.unitsPerEm
    const operators: PDFOperator[] = []
    let shown: string[] = []
    let rise = 0
    /** The distance of the pen from its target, in thousandths. */
    let ahead = 0
    const show = () => {
      if (shown.length) operators.push(PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [`[${shown.join(' ')}]`]))
      shown = []
    }
    glyphs.glyphs.forEach((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = glyphs.positions![index]!
      if (yOffset !== rise) {
        show()
        operators.push(setTextRise((yOffset * scale * size) / 1000))
        rise = yOffset
      }
      const back = Math.round(ahead - xOffset * scale)
      if (back) shown.push(String(back))
      shown.push(PDFHexString.of(codes.slice(index * 4, index * 4 + 4)).toString())
      ahead += (glyph.advanceWidth - xAdvance) * scale - back
    })
    show()
    return operators
  }

  #keyOn(page: PDFPage, font: PDFFont): PDFName {
    const keys = this.#keys.get(page) ?? new Map<PDFFont, PDFName>()
    this.#keys.set(page, keys)
    const key = keys.get(font) ?? page.node.newFontDictionary(font.name, font.ref)
    keys.set(font, key)
    return key
  }

  /** Breaks a text into lines no wider than `maxWidth`. Each line keeps the direction of the whole text. */
  lines(text: string, weight: Weight, size: number, maxWidth: number): string[] {
    const lines = breakLines(text, (line) => this.width(line, weight, size) <= maxWidth)
    if (lines.length < 2 || directionOf(text) === 'ltr') return lines
    return lines.map((line) => RIGHT_TO_LEFT_MARK + line)
  }

  /**
   * Fits a text without leaving anything out: on one line if one of the sizes allows it, else on two, up to `maxLines`. A longer text gets
   * smaller and takes more lines in the same height.
   * @param sizes in points, the largest first
   */
  fit(text: string, weight: Weight, sizes: readonly number[], maxWidth: number, maxLines: number): { size: number; lines: string[] } {
    for (let count = 1; count <= maxLines; count++)
      for (const size of sizes) {
        const lines = this.lines(text, weight, size, maxWidth)
        if (lines.length <= count) return { size, lines }
      }
    const height = sizes.at(-1)! * maxLines
    let size = sizes.at(-1)!
    let lines = this.lines(text, weight, size, maxWidth)
    while (lines.length * size > height && size > SMALLEST) {
      size = Math.max(SMALLEST, size * 0.94)
      lines = this.lines(text, weight, size, maxWidth)
    }
    return { size, lines }
  }

  /** The lines of a text, with an ellipsis after `maxLines`: for table cells. */
  cut(text: string, weight: Weight, size: number, maxWidth: number, maxLines: number): string[] {
    const lines = this.lines(text, weight, size, maxWidth)
    if (lines.length <= maxLines) return lines
    const letters = [...lines[maxLines - 1]!]
    while (letters.length > 1 && this.width(`${letters.join('')}…`, weight, size) > maxWidth) letters.pop()
    return [...lines.slice(0, maxLines - 1), `${letters.join('').trimEnd()}…`]
  }
}

/** At a size of one point. */
const widthOf = ({ face, glyphs }: Run): number => glyphs.positions!.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / face.font.unitsPerEm
