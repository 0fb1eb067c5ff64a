import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '../contract/errors.js'

/**
 * A member's date of birth, where something may only start when it is known. A known date is kept: it is changed in the profile or by a
 * supervisor, not here.
 * @param given the date that the person enters now, `yyyy-mm-dd`
 * @returns null when none is known and none was given
 * @throws AppError 404 for no member of the running company
 */
export async function knownBirthdate(trx: TransactionClientContract, membershipId: number, given: string | null): Promise<string | null> {
  const row = await trx
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .where('m.id', membershipId)
    .select('u.id', trx.raw('u.birthdate::text as birthdate'))
    .first()
  if (!row) throw notFound()
  if (row.birthdate || !given) return row.birthdate
  await trx.from('core_users').where('id', row.id).whereNull('birthdate').update({ birthdate: given })
  return given
}
