import { fullName } from '#core/contract/full_name'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'

/** The bookings for a person and the bookings that they made, with their history. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const draft = await db.from('booking_drafts').where('membership_id', membershipId).select('answers', 'step', 'created_at', 'updated_at')
  const booked = await db
    .from('booking_bookings')
    .where('booked_by', membershipId)
    .orderBy('id')
    .select('number', 'course_name', 'type', 'status', 'exam', 'buyer', 'wishes', 'order_number', 'total_cents', 'created_at')
  const takesPart = await db
    .from('booking_people as p')
    .join('booking_bookings as b', (on) => on.on('b.company_id', 'p.company_id').andOn('b.id', 'p.booking_id'))
    .where('p.membership_id', membershipId)
    .orderBy('p.id')
    .select('b.number', 'b.course_name', 'b.type', 'b.status', 'b.exam', 'b.created_at')
  const acts = await db
    .from('booking_history')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('booking_id', 'action', 'at', 'reason')
    // Adjustments belong to the person they are for, also if another person chose them.
    .select(db.raw(`before - 'adjustments' as before, after - 'adjustments' as after`))
  const adjustments = await db
    .from('booking_history')
    .where('action', 'adjust_exam')
    .whereRaw(`(after->>'person')::bigint = ?`, [membershipId])
    .orderBy('id')
    .select('booking_id', 'at')
    .select(db.raw(`before->'adjustments' as before, after->'adjustments' as after`))
  const agreements = await db
    .from('booking_agreements')
    .where('membership_id', membershipId)
    .orderBy('id')
    .select('booking_id', 'provider', 'text', 'language', 'at')
  return { draft, booked, takes_part: takesPart, adjustments, acts, agreements }
}

/**
 * The company's books stay, without the person but with the number of people. If they were a booking's contact, their name and address are
 * erased; the invoice itself is kept by law.
 */
export async function erasePersonalData(membershipId: number): Promise<void> {
  const person = await db.from('kit_members').where('id', membershipId).select('email', 'firstname', 'infix', 'lastname').first()
  await db.from('booking_drafts').where('membership_id', membershipId).delete()
  if (person) {
    const { rows } = await db.rawQuery<{ rows: { id: number; buyer: Record<string, string> }[] }>(
      `select id, buyer from booking_bookings where booked_by = ? or lower(buyer->>'contact_email') = lower(?)
         or lower(buyer->>'invoice_email') = lower(?)`,
      [membershipId, person.email, person.email],
    )
    const name = fullName(person)
    for (const { id, buyer } of rows) {
      const left = without(buyer, (value) => value === name || value.toLowerCase() === person.email?.toLowerCase())
      await db.from('booking_bookings').where('id', id).update({ buyer: left, booked_by: null, wishes: '' })
    }
  }
  await db.from('booking_people').where('membership_id', membershipId).update({ membership_id: null, participation_id: null })
  await db.from('booking_history').where('membership_id', membershipId).update({ membership_id: null, reason: null })
  await db
    .from('booking_history')
    .where('action', 'adjust_exam')
    .whereRaw(`(after->>'person')::bigint = ?`, [membershipId])
    .update({ before: '{}', after: '{}' })
  await db.from('booking_agreements').where('membership_id', membershipId).update({ membership_id: null })
}

/** A buyer's details, with some values blank. */
const without = (buyer: Record<string, string>, isTheirs: (value: string) => boolean) =>
  JSON.stringify(Object.fromEntries(Object.entries(buyer).map(([key, value]) => [key, value && isTheirs(value) ? '' : value])))

/** Erases people who were typed into an unfinished wizard, or are the contact of a booking, in any company. */
export async function eraseAddress(trx: TransactionClientContract, email: string, before: Date): Promise<void> {
  await trx.rawQuery(`delete from booking_drafts where lower(answers::text) like ? and created_at <= ?`, [
    `%${email.replace(/[%_\\]/g, '\\$&')}%`,
    before,
  ])
  const { rows } = await trx.rawQuery<{ rows: { id: number; buyer: Record<string, string> }[] }>(
    `select id, buyer from booking_bookings
      where (lower(buyer->>'contact_email') = ? or lower(buyer->>'invoice_email') = ?) and created_at <= ? for update`,
    [email, email, before],
  )
  for (const { id, buyer } of rows) {
    const contact = buyer.contact_email?.toLowerCase() === email ? buyer.contact : undefined
    const left = without(buyer, (value) => value === contact || value.toLowerCase() === email)
    await trx.from('booking_bookings').where('id', id).update({ buyer: left })
  }
}
