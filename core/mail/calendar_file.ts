import { settings } from '../config/settings.js'
import type { MailAttachment } from '../contract/mail.js'
import { currentCompanyId } from '../tenancy/scope.js'
import { senderOf } from './compose_mail.js'

/** An appointment that is attached to a mail. */
export interface CalendarEvent {
  /** The same in every mail about it, so that the calendar updates its entry. */
  uid: string
  /** Increases with each mail that changes it. */
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

/** The organizer, the same as the mail's sender. Calendars accept a cancellation only from the organizer. */
interface Organizer {
  name: string
  email: string
}

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')
/** The value of a parameter: in quotes, without quotes and control characters (RFC 5545, 3.1). */
const quoted = (text: string) => `"${text.replace(/["\p{Cc}]/gu, ' ')}"`
/** Other control characters are not allowed in a text. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, (letter) => `\\${letter}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')

/** Lines have at most 75 octets; longer ones are folded with a space (RFC 5545, 3.1), never within a character. */
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

const methodOf = ({ cancelled }: CalendarEvent) => (cancelled ? 'CANCEL' : 'PUBLISH')

/** An appointment in iCalendar format (RFC 5545). Pure. */
function calendarFile(event: CalendarEvent, organizer: Organizer): string {
  const starts = new Date(event.startsAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Training platform//EN',
    `METHOD:${methodOf(event)}`,
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

/** The same as an attachment. The organizer is the running company, with the address that mails are sent from. */
export async function calendarAttachment(name: string, event: CalendarEvent): Promise<MailAttachment> {
  const [{ mailFrom: email }, sender] = await Promise.all([settings(), senderOf(currentCompanyId())])
  const file = calendarFile(event, { name: sender.sender_name, email })
  // Some calendars only act on a method that the part names as well (RFC 6047, section 2.4).
  return { name, contentType: `text/calendar; charset=utf-8; method=${methodOf(event)}`, content: new TextEncoder().encode(file) }
}
