import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readDayRange } from '../contract/day_range.js'
import parseTable, { textOf } from '../tables/parse_table.js'
import { matchColumns, readBirthdate, readDay } from '../tables/read_table.js'

describe('what people write in a table', () => {
  it.each([
    ['1990-03-01', '1990-03-01'],
    ['1-3-1990', '1990-03-01'],
    ['01/03/1990', '1990-03-01'],
    ['1.3.1990', '1990-03-01'],
    ['19900301', '1990-03-01'],
    ['1990-03-01 00:00:00', '1990-03-01'],
    // No day, no year, or nobody knows which.
    ['31-2-1990', null],
    ['12/31/1990', null],
    ['1-3-90', null],
    ['0000-01-01', null],
    ['gisteren', null],
  ])('reads the day %s as %s', (text, day) => expect(readDay(text)).toBe(day))

  it.each([
    ['1-3-1990', '1990-03-01'],
    ['01-02-90', '1990-02-01'],
    ['1/2/05', '2005-02-01'],
    ['1 maart 1990', '1990-03-01'],
    ['1 mrt. 1990', '1990-03-01'],
    ['1. März 1990', '1990-03-01'],
    ['1-mei-90', '1990-05-01'],
    ['March 1, 1990', '1990-03-01'],
    ['October 31st 1985', '1985-10-31'],
    ['32933', '1990-03-01'],
    ['31 februari 1990', null],
    ['1 ooit 1990', null],
    ['31-02-90', null],
    ['gisteren', null],
  ])('reads the day of birth %s as %s', (text, day) => expect(readBirthdate(text, '2026-03-01')).toBe(day))

  it('finds the sheet with known headings and the line that they stand on, or takes those that are chosen', async () => {
    const text = 'Personeel per 1-11-2026;;\n\nVoornaam;Achternaam;E-mail\nJan;Bakker;jb@a.example\n'
    const fields = [['voornaam'], ['achternaam'], ['email']]
    const file = { bytes: Uint8Array.from(Buffer.from(text)), maxRows: 9, fields }
    expect(await parseTable(file)).toMatchObject({ headingLine: 3, sheets: [], rows: [{ line: 4 }] })
    expect(await parseTable({ ...file, headingLine: 1 })).toMatchObject({ headingLine: 1, rows: [{ line: 3 }, { line: 4 }] })
    const sheets = [
      { name: 'Uitleg', rows: [['Vul het tweede blad in']] },
      { name: 'Mensen', rows: [['Titel'], ['Voornaam', 'E-mail'], ['Jan', 'jb@a.example']] },
    ]
    const book = { bytes: await writeXlsx({ sheets }), maxRows: 9, fields }
    expect(await parseTable(book)).toMatchObject({ sheet: 1, sheets: ['Uitleg', 'Mensen'], headingLine: 2, rows: [{ line: 3 }] })
    expect(await parseTable({ ...book, sheet: 0 })).toMatchObject({ sheet: 0, head: ['Vul het tweede blad in'], rows: [] })
  })

  it('finds columns by their names, whatever their case, accents and marks', () => {
    const head = ['Vóórnaam', 'E-mail adres', 'Telefoon']
    expect(matchColumns(head, { first: ['voornaam'], email: ['emailadres'], born: ['geboren'] })).toEqual({
      first: 0,
      email: 1,
      born: null,
    })
  })

  it('reads UTF-8, UTF-16 and what Excel writes on Windows', () => {
    const bytes = (encoding: BufferEncoding, mark: number[]) => Uint8Array.from([...mark, ...Buffer.from('Zoë', encoding)])
    for (const given of [bytes('utf8', []), bytes('utf8', [0xef, 0xbb, 0xbf]), bytes('utf16le', [0xff, 0xfe]), bytes('latin1', [])])
      expect(textOf(given)).toBe('Zoë')
  })
})

describe('a filter over days', () => {
  const today = '2026-03-01'
  it.each([
    ['last30', { from: '2026-01-30', to: today }],
    ['next7', { from: today, to: '2026-03-08' }],
    ['2026-01-01..2026-01-31', { from: '2026-01-01', to: '2026-01-31' }],
    ['..2026-01-31', { from: null, to: '2026-01-31' }],
    ['2026-01-01..', { from: '2026-01-01', to: null }],
    ['none', 'none'],
    ['..', null],
    ['last0', null],
    ['last99999', null],
    ['2026-02-30..', null],
    ['a..b', null],
  ])('reads %s', (text, range) => expect(readDayRange(text, today)).toEqual(range))
})
