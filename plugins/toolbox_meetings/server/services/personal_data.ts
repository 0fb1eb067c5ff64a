import db from '@adonisjs/lucid/services/db'
import { ATTENDEES, CORRECTIONS, MEETINGS } from './tables.js'

/** The meetings that a person was expected at or led, and the corrections about them or by them. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const toolbox_meetings = await db
    .from(`${ATTENDEES} as a`)
    .join(`${MEETINGS} as t`, 't.id', 'a.meeting_id')
    .where('a.membership_id', membershipId)
    .orderBy('t.held_on')
    .orderBy('a.id')
    .select('t.topic', 't.held_on', 't.place', 't.kind', 'a.present_at', 'a.way')
  const led = await db.from(MEETINGS).where('led_by_id', membershipId).orderBy('id').select('topic', 'held_on', 'place', 'kind')
  const corrections = await db
    .from(`${CORRECTIONS} as c`)
    .join(`${MEETINGS} as t`, 't.id', 'c.meeting_id')
    .where((query) => void query.where('c.membership_id', membershipId).orWhere('c.by_id', membershipId))
    .orderBy('c.id')
    .select('t.topic', 't.held_on', 'c.act', 'c.reason', 'c.at')
    .select(db.raw('c.membership_id = ? as about_me', [membershipId]))
  return { toolbox_meetings, led, corrections }
}

/** The register keeps its numbers for the auditor. The person is removed from it, with the reasons that were written about them. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from(CORRECTIONS).where('membership_id', membershipId).update({ membership_id: null, reason: '' })
  await db.from(CORRECTIONS).where('by_id', membershipId).update({ by_id: null })
  await db.from(ATTENDEES).where('membership_id', membershipId).update({ membership_id: null })
  await db.from(MEETINGS).where('led_by_id', membershipId).update({ led_by_id: null })
}
