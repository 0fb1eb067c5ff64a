import { settings } from '../config/settings.js'
import type { MailAttachment } from '../contract/mail.js'
import { currentCompanyId } from '../tenancy/scope.js'
import { senderOf } from './compose_mail.js'

/** An appointment that goes along with a mail. */
export interface CalendarEvent {
  /** The same in every mail about it: the person's calendar changes the one it has. */
  uid: string
  /** Higher in each mail that changes it. */
  sequence: number
  /** ISO 8601. */
  startsAt: string
  minutes: number
  writtenAt: Date
  title: string
  place: string
  text: string
  cancelled: boolean
}

/** Who sends the appointment, as its mail does. Calendars take a cancellation from its organizer alone. */
interface Organizer {
  name: string
  email: string
}

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')
/** A parameter's value: between quotes it may hold every letter but quotes and control characters (RFC 5545, 3.1). */
const quoted = (text: string) => `"${text.replace(/["\p{Cc}]/gu, ' ')}"`
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

/** An appointment as every calendar reads it (RFC 5545). Pure. */
function calendarFile(event: CalendarEvent, organizer: Organizer): string {
  const starts = new Date(event.startsAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Training platform//EN',
    `METHOD:${event.cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${stamp(event.writtenAt)}`,
    `DTSTART:${stamp(starts)}`,
    `DTEND:${stamp(new Date(starts.getTime() + event.minutes * 60_000))}`,
    `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.email}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.place)}`,
    `DESCRIPTION:${escaped(event.text)}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** The same as an attachment. Its organizer is the running company, at the address that mails are sent from. */
export async function calendarAttachment(name: string, event: CalendarEvent): Promise<MailAttachment> {
  const [{ mailFrom: email }, sender] = await Promise.all([settings(), senderOf(currentCompanyId())])
  const file = calendarFile(event, { name: sender.sender_name, email })
  return { name, contentType: 'text/calendar; charset=utf-8', content: new TextEncoder().encode(file) }
}
