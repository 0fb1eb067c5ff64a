import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import type { CalendarEvent } from '../mail/calendar_file.js'

// An appointment as a calendar reads it (RFC 5545).

let app: TestApp
let calendarAttachment: typeof import('../mail/calendar_file.js').calendarAttachment
beforeAll(async () => {
  app = await testApp()
  ;({ calendarAttachment } = await import('../mail/calendar_file.js'))
})

const EVENT: CalendarEvent = {
  uid: 'exam-1@platform.example',
  sequence: 0,
  startsAt: '2030-03-31T07:00:00.000Z',
  minutes: 90,
  writtenAt: new Date('2030-01-02T03:04:05.678Z'),
  title: 'Examen',
  place: 'Delft',
  text: 'Tot dan.',
  cancelled: false,
}

async function written(more: Partial<CalendarEvent>): Promise<{ file: string; contentType: string }> {
  const attachment = await app.inCompany('noordwind', () => calendarAttachment('exam.ics', { ...EVENT, ...more }))
  if (!('content' in attachment)) throw new Error('It has no content.')
  return { file: new TextDecoder('utf-8', { fatal: true }).decode(attachment.content), contentType: attachment.contentType }
}
/** The lines as a calendar joins them, before it reads escapes. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')
const valueOf = (file: string, name: string) =>
  linesOf(file)
    .find((line) => line.startsWith(`${name}:`))!
    .slice(name.length + 1)

describe('a calendar file', () => {
  it('has the times, the organizer and a method that its mail part names too', async () => {
    const { file, contentType } = await written({})
    expect(contentType).toBe('text/calendar; charset=utf-8; method=PUBLISH')
    expect(linesOf(file)).toEqual(
      expect.arrayContaining([
        ...['METHOD:PUBLISH', 'UID:exam-1@platform.example', 'SEQUENCE:0', 'STATUS:CONFIRMED'],
        ...['DTSTAMP:20300102T030405Z', 'DTSTART:20300331T070000Z', 'DTEND:20300331T083000Z'],
        expect.stringMatching(/^ORGANIZER;CN="Noordwind Academie":mailto:\S+@\S+$/),
      ]),
    )
    expect(file.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
  })

  it('cancels the same appointment', async () => {
    const { file, contentType } = await written({ cancelled: true, sequence: 2 })
    expect(contentType).toContain('method=CANCEL')
    expect(linesOf(file)).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', 'UID:exam-1@platform.example', 'SEQUENCE:2']),
    )
  })

  it('escapes backslashes, semicolons, commas and line ends, and has no other control characters', async () => {
    const { file } = await written({
      title: 'C:\\map; deel 1, zaal\u0007 2',
      place: 'Kade 1\r\nDelft\rZaal\nEND:VEVENT',
      text: '\u0000BEGIN:VALARM\u0085',
    })
    expect(valueOf(file, 'SUMMARY')).toBe('C:\\\\map\\; deel 1\\, zaal  2')
    expect(valueOf(file, 'LOCATION')).toBe('Kade 1\\nDelft\\nZaal\\nEND:VEVENT')
    expect(valueOf(file, 'DESCRIPTION')).toBe(' BEGIN:VALARM ')
    expect(linesOf(file).filter((line) => line === 'END:VEVENT')).toHaveLength(1)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  })

  it('has lines of at most 75 octets and splits no character', async () => {
    const texts = ['a'.repeat(400), 'é'.repeat(200), '👷'.repeat(100), `${'x'.repeat(66)}👷`, `${'\\'.repeat(80)};`, '王小明'.repeat(60)]
    for (const text of texts) {
      const { file } = await written({ title: text, text })
      const lines = file.split('\r\n')
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
      expect(file).not.toContain('\ufffd')
      for (const name of ['SUMMARY', 'DESCRIPTION']) expect(valueOf(file, name).replace(/\\([\\;,])/g, '$1')).toBe(text)
    }
  })
})
