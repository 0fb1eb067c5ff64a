import { describe, expect, it } from 'vitest'
import { readDayRange } from '../contract/day_range.js'
import { readText, textOf } from '../spreadsheets/read_text.js'
import { matchColumns, readDay } from '../spreadsheets/read_spreadsheet.js'

describe('values in an uploaded table', () => {
  it.each([
    ['1990-03-01', '1990-03-01'],
    ['1-3-1990', '1990-03-01'],
    ['01/03/1990', '1990-03-01'],
    ['1.3.1990', '1990-03-01'],
    ['19900301', '1990-03-01'],
    ['1990-03-01 00:00:00', '1990-03-01'],
    ['1 maart 1990', '1990-03-01'],
    ['1 Mrt. 1990', '1990-03-01'],
    ['01-mar-1990', '1990-03-01'],
    ['32933', '1990-03-01'],
    ['01-03-1990 00:00:00', '1990-03-01'],
    ['1/3/1990 0:00', '1990-03-01'],
    // An invalid day, no year, or an ambiguous day.
    ['31-2-1990', null],
    ['12/31/1990', null],
    ['1-3-90', null],
    ['1-3-1990 13:45', null],
    ['31 februari 1990', null],
    ['1 floreal 1990', null],
    ['1990', null],
    ['99999', null],
    ['0000-01-01', null],
    ['gisteren', null],
  ])('reads the day %s as %s', (text, day) => expect(readDay(text)).toBe(day))

  it('finds columns by name, whatever the case, accents and punctuation', () => {
    const head = ['Vóórnaam', 'E-mail adres', 'Telefoon']
    expect(matchColumns(head, { first: ['voornaam'], email: ['emailadres'], born: ['geboren'] })).toEqual({
      first: 0,
      email: 1,
      born: null,
    })
  })

  it('prefers the work address of two columns, and ignores text in brackets', () => {
    const names = { email: ['emailwerk', 'email'], born: ['geboortedatum'] }
    expect(matchColumns(['E-mail', 'E-mail (werk)', 'Geboortedatum (dd-mm-jjjj)'], names)).toEqual({ email: 1, born: 2 })
    expect(matchColumns(['E-mail [verplicht]'], names)).toEqual({ email: 0, born: null })
  })

  it('reads UTF-8, UTF-16 and the encoding of Excel on Windows', () => {
    const bytes = (encoding: BufferEncoding, mark: number[]) => Uint8Array.from([...mark, ...Buffer.from('Zoë', encoding)])
    for (const given of [bytes('utf8', []), bytes('utf8', [0xef, 0xbb, 0xbf]), bytes('utf16le', [0xff, 0xfe]), bytes('latin1', [])])
      expect(textOf(given)).toBe('Zoë')
  })

  it('reads UTF-16 without a byte order mark, and lines of two encodings', () => {
    const text = 'Voornaam;Achternaam\r\nZoë;Łuk'
    const little = Buffer.from(text, 'utf16le')
    expect(textOf(little)).toBe(text)
    expect(textOf(Buffer.from(little).swap16())).toBe(text)
    expect(textOf(Buffer.concat([Buffer.from('José\n', 'utf8'), Buffer.from('Zoë', 'latin1')]))).toBe('José\nZoë')
  })

  it('finds the delimiter by the headings, below a title with others', () => {
    const known = new Set(['naam', 'email'])
    const text = (lines: string[]) => Buffer.from(lines.join('\r\n'))
    for (const mark of [',', ';', '\t', '|'])
      expect(readText(text(['Lijst, van; alle| mensen', `naam${mark}email`, `Bos${mark}b@x.example`]), known)[2]).toEqual([
        'Bos',
        'b@x.example',
      ])
    for (const first of ['sep=|', '"sep=|"']) expect(readText(text([first, 'a|b,c']), known)).toEqual([['a', 'b,c']])
  })

  it('refuses a text in quotes that takes the rest of the file', () => {
    const read = (text: string) => readText(Buffer.from(text), new Set())
    expect(() => read('naam;email\n"Bos;b@x.example\nVos;v@x.example\n')).toThrow('open_quote')
    expect(read('naam;email\n"Bos\n""B""";b@x.example\n\n')).toEqual([['naam', 'email'], ['Bos\n"B"', 'b@x.example']]) // prettier-ignore
    expect(read('naam;email\nJan "J" Bos;b@x.example')[1]).toEqual(['Jan "J" Bos', 'b@x.example'])
  })

  it.each(['<html><table><tr><td>Naam', '<?xml version="1.0"?><Workbook>', '%PDF-1.7'])('refuses %s', (text) =>
    expect(() => readText(Buffer.from(text), new Set())).toThrow('broken_file'),
  )
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
