import db from '@adonisjs/lucid/services/db'
import { ENTRANCES, VISITS } from './entrances.js'

/** A person's visits, and the instructions they did. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const came_in = await db
    .from(`${VISITS} as v`)
    .join(`${ENTRANCES} as e`, 'e.id', 'v.entrance_id')
    .where('v.membership_id', membershipId)
    .orderBy('v.id')
    .select('e.kind', 'e.name as project', 'v.course_name', 'v.number', 'v.came_at', 'v.done_at', 'v.valid_until', 'v.token')
  return { came_in }
}

/** The visits of a person are erased with them. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from(VISITS).where('membership_id', membershipId).delete()
}
