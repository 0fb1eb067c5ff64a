import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fontkit, { type Font } from '@cantoo/fontkit'
import { unpackWoff } from './woff.js'

export type Weight = 400 | 600

/** The font file of each weight, in the npm packages. */
export interface FontSource {
  name: string
  file: (weight: Weight) => string
  /** The characters that this font covers. It is not opened for a text without them. */
  only?: RegExp
  /** Read again for each document instead of being cached. */
  isLarge?: boolean
}

/** Inter is split into files. */
const inter = (part: string): FontSource => ({
  name: part,
  file: (weight) => `@fontsource/inter/files/inter-${part}-${weight}-normal.woff`,
})

/** Noto Sans has one font per script. */
const noto = (script: string): FontSource => {
  const name = script.toLowerCase()
  return {
    name,
    file: (weight) => `@fontsource/noto-sans-${name}/files/noto-sans-${name}-${name}-${weight}-normal.woff`,
    only: new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
  }
}

/**
 * Plex has one glyph per Arabic letter, so the text can be extracted. Noto draws letter and dots separately, which extracts as the wrong
 * letter.
 */
const ARABIC: FontSource = {
  name: 'arabic',
  file: (weight) => `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff`,
  only: /\p{Script_Extensions=Arabic}/u,
}

const NOTO = [
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
]

/** East Asian fonts are not split: up to 10 MB per weight. */
const whole = (name: string, regular: string, bold: string, only?: RegExp): FontSource => ({
  name,
  file: (weight) => `@expo-google-fonts/${name}/${weight === 400 ? regular : bold}.ttf`,
  only,
  isLarge: true,
})
const KOREAN = whole('nanum-gothic', '400Regular/NanumGothic_400Regular', '700Bold/NanumGothic_700Bold', /\p{Script=Hangul}/u)
/** All of Chinese (traditional and simplified) and nearly all of Japanese, and many symbols that the fonts above lack. */
const CHINESE = whole('noto-sans-sc', '400Regular/NotoSansSC_400Regular', '600SemiBold/NotoSansSC_600SemiBold')
/** Rare characters of Japanese names. */
const JAPANESE = whole('noto-sans-jp', '400Regular/NotoSansJP_400Regular', '600SemiBold/NotoSansJP_600SemiBold')

/** Each character comes from the first font that has it. */
export const FONTS: readonly FontSource[] = [
  ...['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'].map(inter),
  ARABIC,
  ...NOTO.map(noto),
  KOREAN,
  CHINESE,
  JAPANESE,
]

export interface LoadedFont {
  bytes: Uint8Array
  letters: ReadonlySet<number>
}

const loaded = new Map<string, Promise<LoadedFont>>()

/** Reads a font. Caches it unless it is large. */
export function loadFont(source: FontSource, weight: Weight): Promise<LoadedFont> {
  if (source.isLarge) return readFont(source.file(weight))
  const key = `${source.name}-${weight}`
  let font = loaded.get(key)
  if (!font) {
    font = readFont(source.file(weight))
    loaded.set(key, font)
  }
  return font
}

async function readFont(file: string): Promise<LoadedFont> {
  const packed = await readFile(fileURLToPath(import.meta.resolve(file)))
  const bytes = file.endsWith('.woff') ? unpackWoff(packed) : new Uint8Array(packed)
  return { bytes, letters: new Set((fontkit.create(bytes) as Font).characterSet) }
}
