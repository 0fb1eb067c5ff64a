import type { MailAttachment } from '../contract/mail.js'

/** An appointment that goes along with a mail. */
export interface CalendarEvent {
  /** The same in every mail about it: the person's calendar changes the one it has. */
  uid: string
  /** Higher in each mail that changes it. */
  sequence: number
  /** ISO 8601. */
  startsAt: string
  writtenAt: Date
  title: string
  place: string
  text: string
  cancelled: boolean
}

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')
const escaped = (text: string) => text.replace(/[\\;,]/g, (letter) => `\\${letter}`).replace(/\r?\n/g, '\\n')

/** A line has 75 octets at most; what is longer goes on after a space (RFC 5545, 3.1). Never within a letter. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const letter of line) {
    if (Buffer.byteLength(current + letter) > 75) {
      lines.push(current)
      current = ' '
    }
    current += letter
  }
  return [...lines, current].join('\r\n')
}

/** An appointment as every calendar reads it (RFC 5545). How long an exam takes nobody says: it has a beginning. Pure. */
function calendarFile(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Training platform//EN',
    `METHOD:${event.cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${stamp(event.writtenAt)}`,
    `DTSTART:${stamp(new Date(event.startsAt))}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.text)}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** The same as an attachment. */
export const calendarAttachment = (name: string, event: CalendarEvent): MailAttachment => ({
  name,
  contentType: 'text/calendar; charset=utf-8',
  content: new TextEncoder().encode(calendarFile(event)),
})
