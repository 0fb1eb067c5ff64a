import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '../contract/errors.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import { emit } from '../events/outbox.js'
import { noteAudit } from '../privacy/audit.js'
import type { Session } from '../tenancy/session.js'

/**
 * Lets a person of the running company in again, or no longer: what they have open ends with their next
 * request. Audited, with an event; nothing happens when it is so already.
 * @throws AppError 404; 409 own_membership, as nobody shuts the door on themselves
 */
export async function setMemberStatus(
  trx: TransactionClientContract,
  { id, status, session }: { id: number; status: 'active' | 'inactive'; session: Session },
): Promise<void> {
  const row = await trx.from('core_memberships').where('id', id).forUpdate().select('status', 'user_id').first()
  if (!row) throw notFound()
  if (row.status === status) return
  if (row.user_id === session.userId) throw conflict('own_membership')
  await trx.from('core_memberships').where('id', id).update({ status })
  await noteAudit(trx, session, { action: `membership.${status}`, reason: 'people.status', details: { membershipId: id } })
  await emit(trx, membershipStatusChanged, { membershipId: id, status, changedBy: session.userId })
}
