import type { Font, Glyph, GlyphRun } from '@cantoo/fontkit'
import type { PDFFont } from '@cantoo/pdf-lib'
import bidiFactory from 'bidi-js'

/** A font embedded in one document. */
export interface Face {
  pdf: PDFFont
  font: Font
  letters: ReadonlySet<number>
}

/** A part of a line in one font and one direction, with its glyphs from left to right. */
export interface Run {
  face: Face
  text: string
  glyphs: GlyphRun
}

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Letters and marks that make a text run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** A control character that affects its neighbours and is not drawn. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** An empty box replaces a character that no font has. */
export const MISSING = '\u25a1'

/** Glyphs of these scripts extract in the order in which they are written. */
const SIMPLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u

/** The original text of a line whose glyphs would extract differently (another order, joined letters); undefined when they do not. */
export function writtenText(line: string): { text: string; direction: 'ltr' | 'rtl' } | undefined {
  if (SIMPLE.test(line)) return undefined
  return { text: line.replace(/^\u200f/, ''), direction: RIGHT_TO_LEFT.test(line) ? 'rtl' : 'ltr' }
}

export const isInvisible = (letter: string): boolean => INVISIBLE.test(letter)

/** The direction of a paragraph: that of its first character with a direction. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  if (!RIGHT_TO_LEFT.test(text)) return 'ltr'
  return bidi.getEmbeddingLevels(text).paragraphs[0]!.level % 2 ? 'rtl' : 'ltr'
}

/** The direction of each UTF-16 unit of a line (odd: right to left), and the units in visual order. */
function levelsOf(text: string): { levels: Uint8Array; order: number[] } | null {
  if (!RIGHT_TO_LEFT.test(text)) return null
  const found = bidi.getEmbeddingLevels(text)
  return { levels: found.levels, order: bidi.getReorderedIndices(text, found) }
}

/**
 * Lays out a line: chooses the font of each character, applies the Unicode bidirectional algorithm and shapes the glyphs. A character that
 * no face has becomes a replacement character.
 * @param faces in order of preference
 */
export function shape(text: string, faces: readonly Face[]): Run[] {
  const bidirectional = levelsOf(text)
  const runs: { face: Face; level: number; text: string }[] = []
  /** The run of each UTF-16 unit. */
  const runOf: number[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const level = bidirectional?.levels[index] ?? 0
    for (const { face, letters } of facesOf(segment, faces, runs.at(-1)?.face)) {
      const last = runs.at(-1)
      const drawn = level % 2 ? (bidi.getMirroredCharacter(letters) ?? letters) : letters
      if (last?.face === face && last.level === level) last.text += drawn
      else runs.push({ face, level, text: drawn })
    }
    for (let unit = 0; unit < segment.length; unit++) runOf.push(runs.length - 1)
  }
  const seen = new Set(bidirectional?.order.map((unit) => runOf[unit]!))
  const ordered = bidirectional ? [...runs.keys()].sort(byPlace([...seen])) : [...runs.keys()]
  return ordered.map((at) => {
    const { face, level, text } = runs[at]!
    const glyphs = face.font.layout(text, undefined, undefined, undefined, level % 2 ? 'rtl' : 'ltr')
    if (level % 2) glyphs.glyphs = glyphs.glyphs.map(turned)
    return { face, text, glyphs }
  })
}

/** Text extractors reverse a right-to-left line letter by letter, including the letters of a joined glyph. */
const turned = (glyph: Glyph): Glyph =>
  glyph.codePoints.length < 2 ? glyph : Object.create(glyph, { codePoints: { value: [...glyph.codePoints].reverse() } })

/** A run without a unit of its own (one character in two fonts) follows the one before it. */
function byPlace(order: number[]) {
  const place = (run: number): number => {
    const at = order.indexOf(run)
    return at < 0 && run > 0 ? place(run - 1) : at
  }
  return (one: number, other: number) => place(one) - place(other) || one - other
}

/** A grapheme stays in one font if any font has all of it, precomposed or decomposed. */
function facesOf(segment: string, faces: readonly Face[], before: Face | undefined): { face: Face; letters: string }[] {
  // Words of one script and the spaces between them form one run.
  if (segment === ' ' && before && hasAll(before, segment)) return [{ face: before, letters: segment }]
  if ([...segment].every(isInvisible)) return []
  for (const letters of [segment, segment.normalize('NFC')]) {
    const face = faces.find((one) => hasAll(one, letters))
    if (face) return [{ face, letters }]
  }
  return [...segment].flatMap((letter) => {
    if (isInvisible(letter)) return []
    for (const letters of [letter, MISSING]) {
      const face = faces.find((one) => hasAll(one, letters))
      if (face) return [{ face, letters }]
    }
    return []
  })
}

const hasAll = ({ letters }: Face, text: string): boolean =>
  [...text].every((letter) => letters.has(letter.codePointAt(0)!) || isInvisible(letter))
