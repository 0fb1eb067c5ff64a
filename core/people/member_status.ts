import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '../contract/errors.js'
import type { RowDone } from '../contract/lists.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import { emit } from '../events/outbox.js'
import { noteAudit } from '../privacy/audit.js'
import type { Session } from '../tenancy/session.js'
import { holdSupervisors, refuseLastSupervisor } from './held_member.js'

/**
 * Lets a person of the running company in again, or no longer: their sessions have ended then (a trigger of the table). Audited, with an event; nothing happens when it is so already.
 * @returns `unchanged` when it is so already
 * @throws AppError 404; 409 own_membership, as nobody shuts the door on themselves; last_supervisor
 */
export async function setMemberStatus(
  trx: TransactionClientContract,
  { id, status, session }: { id: number; status: 'active' | 'inactive'; session: Session },
): Promise<RowDone> {
  const of = () => trx.from('core_memberships').where('id', id)
  const known: { company_id: number } | null = await of().select('company_id').first()
  if (!known) throw notFound()
  if (status === 'inactive') await holdSupervisors(trx, [known.company_id])
  const row = await of().forUpdate().select('status', 'user_id', 'role').first()
  if (!row) throw notFound()
  if (row.status === status) return 'unchanged'
  if (row.user_id === session.userId) throw conflict('own_membership')
  if (status === 'inactive' && row.role === 'beheerder') await refuseLastSupervisor(trx, known.company_id, id)
  await of().update({ status, deactivated_at: status === 'inactive' ? new Date() : null })
  await noteAudit(trx, session, { action: `membership.${status}`, reason: 'people.status', details: { membershipId: id } })
  await emit(trx, membershipStatusChanged, { membershipId: id, status, changedBy: session.userId })
}
