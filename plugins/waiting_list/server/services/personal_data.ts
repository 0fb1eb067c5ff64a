import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { findMember } from '#core/kit/people'

/** A person's places: those taken while signed in, and those of their address as a visitor. */
const own = (membershipId: number, email: string) =>
  db.from('waiting_list_places').whereRaw('(membership_id = ? or membership_id is null and lower(email) = lower(?))', [membershipId, email])
const emailOf = async (membershipId: number) => (await findMember(membershipId))?.email ?? ''

/** The exams for which a person waits or waited. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const places = await own(membershipId, await emailOf(membershipId))
    .orderBy('id')
    .select('id', 'email', 'name', 'mail_language', 'course_id', 'city', 'language', 'month', 'status', 'moment_starts_at', 'created_at')
  const history = await db
    .from('waiting_list_history')
    .whereIn(
      'place_id',
      places.map(({ id }) => id),
    )
    .orderBy('id')
    .select('place_id', 'action', 'reason', 'at')
  return { waiting_list: places, waiting_list_history: history }
}

/** They are erased with their history; moves that the person made for others stay, without their name. */
export async function erasePersonalData(membershipId: number): Promise<void> {
  await own(membershipId, await emailOf(membershipId)).delete()
  await db.from('waiting_list_history').where('by_membership_id', membershipId).update({ by_membership_id: null })
}

/** Places taken as a visitor of any company. @param trx across companies */
export async function eraseAddress(trx: TransactionClientContract, email: string, before: Date): Promise<void> {
  await trx
    .from('waiting_list_places')
    .whereNull('membership_id')
    .whereRaw('lower(email) = ? and created_at <= ?', [email, before])
    .delete()
}
