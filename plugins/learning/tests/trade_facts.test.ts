import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readCourseFolder } from '../server/course_import/course_reader.js'
import { SECTORS } from '../contract/offers.js'

// Numbers and sentences of the demo courses where people in the trade would notice a mistake.

const COURSES = fileURLToPath(new URL('../courses', import.meta.url))
const page = (path: string) => readFile(`${COURSES}/${path}`, 'utf8')
const LANGUAGES = ['nl', 'en'] as const
const NAMES = ['offshore-introductie', 'sir-hogedruk', 'tillen-en-dragen', 'vca-basis', 'werken-op-hoogte'] as const

async function course(name: string) {
  const read = await readCourseFolder(`${COURSES}/${name}`)
  if (!('course' in read)) throw new Error(JSON.stringify(read.mistakes))
  return read.course
}

describe('weights of blocks', () => {
  it.each([
    [
      'nl',
      '| Bouwblok, zoals een lijmblok | 10 tot ver boven 25 kilo | Vanaf **14 kilo** mechanisch',
      '| Boven **18 kilo** mechanisch |',
      'gipsblokken',
    ],
    [
      'en',
      '| Structural block, such as a thin-joint block | 10 to well over 25 kilos | From **14 kilos** by machine',
      '| Above **18 kilos** by machine |',
      'gypsum blocks',
    ],
  ])('are 14 kg for structural blocks and 18 kg for gypsum blocks alone (%s)', async (language, structural, gypsum, only) => {
    const text = await page(`tillen-en-dragen/${language}/stenen-blokken-platen.md`)
    expect(text).toContain(structural)
    expect(text).toContain(gypsum)
    for (const line of text.split(/(?<=[.|])\s/).filter((one) => one.includes('18 kilo') && !one.includes('**')))
      expect(line).toContain(only)
    const quiz = await page(`tillen-en-dragen/${language}/eindtoets.yaml`)
    expect(quiz).toMatch(/14 kilos? /)
    expect(quiz).not.toContain('18 kilo')
  })
})

describe('offshore papers', () => {
  it.each([
    ['nl', 'Waar de wet het toestaat, kun je worden getest.', '**laatste 2 maanden** voor de einddatum'],
    ['en', 'Where the law allows it, you can be tested.', '**last 2 months** before its end date'],
  ])('test where the law allows it, and know the WINDA ID and the renewal window (%s)', async (language, tested, renewed) => {
    const text = await page(`offshore-introductie/${language}/papieren-en-fit.md`)
    expect(text).toContain(tested)
    expect(text).toContain(renewed)
    expect(text).toContain('WINDA ID')
    const all = text + (await page(`offshore-introductie/${language}/winda-nummer.md`))
    expect(all).not.toMatch(/WINDA-nummer|WINDA number|steekproef|at random/)
  })
})

describe('the catalogue', () => {
  it('has a course of every sector, in both languages', async () => {
    const all = await Promise.all(NAMES.map(course))
    expect(new Set(all.map(({ sector }) => sector))).toEqual(new Set(SECTORS))
    for (const { name, languages } of all) {
      expect(languages).toEqual([...LANGUAGES])
      for (const language of LANGUAGES) expect(name[language]).toBeTruthy()
    }
  })

  it.each([
    ['nl', 'Industriële reiniging (SIR)'],
    ['en', 'Industrial cleaning (SIR)'],
  ])('calls the sector SIR by what it does (%s)', async (language, words) => {
    for (const plugin of ['learning', 'catalogue']) {
      const path = fileURLToPath(new URL(`../../${plugin}/locales/${language}.json`, import.meta.url))
      expect(JSON.parse(await readFile(path, 'utf8'))[`${plugin}.sector.sir`]).toBe(words)
    }
  })

  it('sets no certificate validity for a course whose diploma comes from an exam', async () => {
    for (const name of ['vca-basis', 'sir-hogedruk']) expect((await course(name)).certificateValidMonths).toBeNull()
  })
})
