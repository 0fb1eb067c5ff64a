import db from '@adonisjs/lucid/services/db'
import { KEYS } from './store.js'

/** The keys that a person used. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const keys = await db.from(KEYS).where('used_by', membershipId).orderBy('id').select('course_name', 'used_at')
  return { seat_keys: keys }
}

/** A key stays used, without the person. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await db.from(KEYS).where('used_by', membershipId).update({ used_by: null })
}
