import db from '@adonisjs/lucid/services/db'
import { textIn, translate } from '#core/kit/words'

/** The courses that are booked for a person and not released yet, for their invitation mail; may be empty. Learning names released ones. */
export async function invitationText(membershipId: number): Promise<string> {
  const rows: { course_name: Record<string, string>; language: string }[] = await db
    .from('booking_people as p')
    .join('booking_bookings as b', 'b.id', 'p.booking_id')
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .where('p.membership_id', membershipId)
    .whereNull('p.participation_id')
    .whereIn('b.status', ['invoice', 'paid'])
    .whereNot('b.type', 'exam')
    .orderBy('b.id')
    .select('b.course_name', 'm.language')
  const [first] = rows
  if (!first) return ''
  const courses = rows.map((row) => `– ${textIn(row.course_name, row.language)}`).join('\n')
  return translate(first.language, 'booking.mail.waiting', { count: rows.length, courses })
}
