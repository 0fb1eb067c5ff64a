import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fontkit, { type Font } from '@cantoo/fontkit'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { unpackWoff } from './woff.js'

export type Weight = 400 | 600

/** Inter comes in parts; a text takes each letter from the first part that has it. */
const PARTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const

const FILES = dirname(fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff')))

interface FontPart {
  bytes: Uint8Array
  letters: ReadonlySet<number>
}

const parts = new Map<string, Promise<FontPart>>()

function loadPart(name: string, weight: Weight): Promise<FontPart> {
  const key = `${name}-${weight}`
  let part = parts.get(key)
  if (!part) {
    part = readPart(key)
    parts.set(key, part)
  }
  return part
}

async function readPart(key: string): Promise<FontPart> {
  const bytes = unpackWoff(await readFile(join(FILES, `inter-${key}-normal.woff`)))
  return { bytes, letters: new Set((fontkit.create(bytes) as Font).characterSet) }
}

interface Run {
  text: string
  font: PDFFont
}

/** Inter in one document: only the parts that its texts need are put into it. */
export class Typesetter {
  readonly #embedded = new Map<string, PDFFont>()
  readonly #letters = new Map<string, ReadonlySet<number>>()

  private constructor() {}

  /** @param texts everything that will be drawn; letters of other texts may be missing */
  static async for(document: PDFDocument, texts: readonly string[]): Promise<Typesetter> {
    document.registerFontkit(fontkit)
    const typesetter = new Typesetter()
    const wanted = new Set([...texts.join('?')].map((letter) => letter.codePointAt(0)!))
    for (const weight of [400, 600] as const) {
      const missing = new Set(wanted)
      for (const name of PARTS) {
        const part = await loadPart(name, weight)
        const gives = [...missing].filter((letter) => part.letters.has(letter))
        if (!gives.length) continue
        for (const letter of gives) missing.delete(letter)
        const key = `${name}-${weight}`
        typesetter.#letters.set(key, part.letters)
        typesetter.#embedded.set(key, await document.embedFont(part.bytes, { subset: true }))
      }
    }
    return typesetter
  }

  /** Splits a text into runs of one font each. A letter that no part has becomes a question mark. */
  runs(text: string, weight: Weight): Run[] {
    const runs: Run[] = []
    for (const letter of text) {
      const found = this.#fontOf(letter, weight)
      const font = found ?? this.#fontOf('?', weight)!
      const drawn = found ? letter : '?'
      const last = runs.at(-1)
      if (last?.font === font) last.text += drawn
      else runs.push({ text: drawn, font })
    }
    return runs
  }

  /** The Latin letters alone, for what takes one font: a drawing with words in it. */
  get bold(): PDFFont | undefined {
    return this.#embedded.get('latin-600')
  }

  /** Width in points. */
  width(text: string, weight: Weight, size: number): number {
    return this.runs(text, weight).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0)
  }

  #fontOf(letter: string, weight: Weight): PDFFont | undefined {
    const code = letter.codePointAt(0)!
    const name = PARTS.find((part) => this.#letters.get(`${part}-${weight}`)?.has(code))
    return name && this.#embedded.get(`${name}-${weight}`)
  }

  /** Breaks a text at spaces into lines no wider than `maxWidth`; a single word may be wider. */
  lines(text: string, weight: Weight, size: number, maxWidth: number): string[] {
    const lines: string[] = []
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const longer = lines.length ? `${lines.at(-1)} ${word}` : word
      if (lines.length && this.width(longer, weight, size) <= maxWidth) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

  /** The largest of the sizes at which the text fits in so many lines; the smallest cuts what still does not. */
  fit(text: string, weight: Weight, sizes: readonly number[], maxWidth: number, maxLines: number): { size: number; lines: string[] } {
    for (const size of sizes) {
      const lines = this.lines(text, weight, size, maxWidth)
      if (lines.length <= maxLines && lines.every((line) => this.width(line, weight, size) <= maxWidth)) return { size, lines }
    }
    const size = sizes.at(-1)!
    const lines = this.lines(text, weight, size, maxWidth)
    const kept = lines.slice(0, maxLines).map((line) => this.#cut(line, weight, size, maxWidth))
    if (lines.length > maxLines) kept[maxLines - 1] = this.#cut(`${kept[maxLines - 1]} ${lines[maxLines]}`, weight, size, maxWidth)
    return { size, lines: kept }
  }

  #cut(line: string, weight: Weight, size: number, maxWidth: number): string {
    if (this.width(line, weight, size) <= maxWidth) return line
    const letters = [...line]
    while (letters.length > 1 && this.width(`${letters.join('')}…`, weight, size) > maxWidth) letters.pop()
    return `${letters.join('').trimEnd()}…`
  }
}
