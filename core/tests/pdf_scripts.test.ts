import { PDFDocument, rgb } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { Tags } from '../pdf/tags.js'
import { Typesetter } from '../pdf/typesetter.js'
import { type ReadPdf, readPdf } from '../testing/read_pdf.js'

const BLACK = rgb(0, 0, 0)

/** Makes a page with each of these lines. */
async function drawn(lines: readonly string[]): Promise<ReadPdf> {
  const document = await PDFDocument.create()
  const type = await Typesetter.for(document, lines)
  const tags = new Tags(document, { title: 'Proef', language: 'nl' })
  const page = document.addPage()
  lines.forEach((line, index) =>
    type.drawTagged(tags, tags.add('P'), page, line, { x: 20, y: 800 - index * 20, size: 12, weight: 600, color: BLACK }),
  )
  tags.finish()
  return readPdf(await document.save())
}

const textOf = ({ pages }: ReadPdf) => pages[0]!.map(({ text }) => text).join('')
/** Removes direction marks and spaces. */
const plain = (text: string) => text.replace(/[\s\u200e\u200f\u202a-\u202e]/g, '').normalize('NFC')

/** Scripts whose glyphs are in the order of their letters, or mirrored. */
const BY_GLYPHS = {
  Chinese: '王小明',
  'traditional Chinese': '陳大文 歐陽菲菲 齌齍',
  Japanese: '山田 太郎 さくら パーティー 髙﨑 𠮷野',
  Korean: '김철수 훈민정음 뷁',
  Arabic: 'محمد علي',
  'Arabic with lam and alef in one': 'علاء الاسلام',
  Persian: 'پگاه چمران گیتی شریف',
  Urdu: 'ٹھاکر ڈار پے',
  Hebrew: 'יוסף כהן',
  Georgian: 'გიორგი მაისურაძე',
  Armenian: 'Արամ Խաչատրյան',
  Ethiopic: 'አበበ ቢቂላ',
  Greek: 'Γιώργος Παπαδόπουλος',
  Cyrillic: 'Димитър Александров',
  Vietnamese: 'Nguyễn Thị Hường',
  long: 'Maria Fernanda Wilhelmina van den Heuvel-Wickevoort Crommelin de Vasconcelos e Sousa',
}

/** Scripts that move or join letters: the text is stored beside the glyphs. */
const BY_WORDS = {
  Devanagari: 'राजेश कुमार श्रीवास्तव क्षत्रिय',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর কৃষ্ণ',
  Tamil: 'தமிழ் செல்வன் கோபால்',
  Thai: 'สมชาย ใจดี น้ำผึ้ง ปิ่น',
  Gujarati: 'ગુજરાતી કૃષ્ણ',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Telugu: 'శ్రీనివాస్ రావు',
  Kannada: 'ಕೃಷ್ಣಮೂರ್ತಿ',
  Malayalam: 'ശ്രീകുമാർ',
  Sinhala: 'ශ්‍රී ලංකා',
  Khmer: 'សុខ ចាន់ណា',
  Lao: 'ສົມພອນ',
  Myanmar: 'အောင်ဆန်းစုကြည်',
  'Arabic with vowels': 'مُحَمَّد عَلِيّ',
  'Hebrew with points': 'יוֹסֵף בֶּן־דָּוִד',
}

describe('a text of any script in a PDF', () => {
  it.each(Object.entries(BY_GLYPHS))('has the glyphs of its letters, and can be extracted from them: %s', async (_script, name) => {
    const read = await drawn([name])
    expect(plain(textOf(read))).toBe(plain(name))
    // Glyph 0 stands for a letter that the font lacks.
    expect(read.content[0]).not.toContain('<0000>')
  })

  it.each(Object.entries(BY_WORDS))('stores its letters beside its glyphs: %s', async (_script, name) => {
    const read = await drawn([name])
    expect(read.actualTexts).toEqual([name])
    expect(textOf(read)).not.toMatch(/[?□]/)
    expect(read.content[0]).not.toContain('<0000>')
  })

  it('joins Arabic letters: a letter has another glyph at the end of a word than alone', async () => {
    const glyphs = ({ content }: ReadPdf) => new Set(content[0]!.match(/<[0-9A-F]{4}>/g)).size
    const alone = glyphs(await drawn(['ه']))
    expect(glyphs(await drawn(['ههه']))).toBe(alone + 2)
  })

  it('draws right-to-left text from right to left, and only that', async () => {
    // Where each run starts, from the left: the number is left of the name before it.
    const runs = ({ pages }: ReadPdf) => pages[0]!.map(({ text }) => plain(text)).filter(Boolean)
    const read = await drawn(['Cursus نام 12 (a)'])
    expect(plain(runs(read).join(''))).toMatch(/^Cursus/)
    expect(read.actualTexts).toEqual(['Cursus نام 12 (a)'])
    expect(read.content[0]!.match(/ Tm/g)!.length).toBeGreaterThan(2)
  })

  it('draws an empty box for letters that no font has, and keeps them readable', async () => {
    const name = 'ꯃꯅꯤ 😀 \u{10ffff}'
    const read = await drawn([name])
    expect(textOf(read)).toContain('□')
    expect(read.actualTexts).toEqual([name])
  })

  it('loads no font that a text does not need', async () => {
    const fonts = async (text: string) => {
      const document = await PDFDocument.create()
      await Typesetter.for(document, [text])
      return [...new Set((await readPdfFonts(document)).map((name) => name.replace(/-.*/, '')))].sort()
    }
    expect(await fonts('Sanne de Vries')).toEqual(['Inter'])
    expect(await fonts('محمد')).toEqual(['IBMPlexSansArabic', 'Inter'])
    expect(await fonts('김')).toEqual(['Inter', 'NanumGothic', 'NanumGothicBold'])
  })
})

async function readPdfFonts(document: PDFDocument): Promise<string[]> {
  const saved = await PDFDocument.load(await document.save())
  return saved.context.enumerateIndirectObjects().flatMap(([, object]) => /\/FontName \/(\S+)/.exec(object.toString())?.[1] ?? [])
}

describe('a text that is too long', () => {
  const LONG = BY_GLYPHS.long
  const fit = async (text: string, width: number) => {
    const type = await Typesetter.for(await PDFDocument.create(), [text])
    const fitted = type.fit(text, 600, [42, 37, 32, 27, 23], width, 2)
    return { ...fitted, widest: Math.max(...fitted.lines.map((line) => type.width(line, 600, fitted.size))) }
  }

  it('first shrinks, then takes a second line, and loses nothing', async () => {
    expect(await fit('Sanne de Vries', 498)).toMatchObject({ size: 42, lines: ['Sanne de Vries'] })
    expect(await fit('Sanne Wilhelmina de Vries', 498)).toMatchObject({ size: 37, lines: ['Sanne Wilhelmina de Vries'] })
    const two = await fit('Sanne Wilhelmina Fernanda van den Heuvel-Wickevoort', 498)
    expect([two.size > 23, two.lines.length]).toEqual([true, 2])
    const long = await fit(LONG, 498)
    expect(long.lines.join(' ').replace(/- /g, '-')).toBe(LONG)
    expect(long.size).toBeGreaterThanOrEqual(14)
    expect(long.widest).toBeLessThanOrEqual(498)
  })

  it.each([
    ['one word', 'Wickevoort'.repeat(12)],
    ['Chinese, which has no spaces', '欧阳修文忠公集'.repeat(20)],
    ['Thai, which has none either', 'สมชายใจดี'.repeat(20)],
    ['many words', 'Sanne '.repeat(60).trim()],
  ])('is complete however long it is: %s', async (_kind, text) => {
    const { lines, widest, size } = await fit(text, 498)
    expect(plain(lines.join(''))).toBe(plain(text))
    expect(widest).toBeLessThanOrEqual(498)
    expect(lines.length * size).toBeLessThanOrEqual(84)
  })

  it('keeps the direction of the whole text in each line', async () => {
    const text = 'محمد علي Sanne de Vries van der Meulen '.repeat(3).trim()
    const { lines } = await fit(text, 200)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.every((line) => line.startsWith('\u200f'))).toBe(true)
  })
})
