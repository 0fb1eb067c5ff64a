import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '../contract/errors.js'
import type { RowDone } from '../contract/lists.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import { emit } from '../events/outbox.js'
import { noteAudit } from '../privacy/audit.js'
import type { Session } from '../tenancy/session.js'

/**
 * Lets a person of the running company in again, or no longer: their sessions have ended then (a trigger of the table). Audited, with an event; nothing happens when it is so already.
 * @returns `unchanged` when it is so already
 * @throws AppError 404; 409 own_membership, as nobody shuts the door on themselves; last_supervisor
 */
export async function setMemberStatus(
  trx: TransactionClientContract,
  { id, status, session }: { id: number; status: 'active' | 'inactive'; session: Session },
): Promise<RowDone> {
  if (status === 'inactive') await refuseLastSupervisor(trx, id, session)
  const row = await trx.from('core_memberships').where('id', id).forUpdate().select('status', 'user_id').first()
  if (!row) throw notFound()
  if (row.status === status) return 'unchanged'
  if (row.user_id === session.userId) throw conflict('own_membership')
  await trx
    .from('core_memberships')
    .where('id', id)
    .update({ status, deactivated_at: status === 'inactive' ? new Date() : null })
  await noteAudit(trx, session, { action: `membership.${status}`, reason: 'people.status', details: { membershipId: id } })
  await emit(trx, membershipStatusChanged, { membershipId: id, status, changedBy: session.userId })
}

/** A company without a supervisor can let nobody in. All of them are held, in one order: of two who shut each other out the second is refused. */
async function refuseLastSupervisor(trx: TransactionClientContract, id: number, { userId }: Session): Promise<void> {
  const member = await trx.from('core_memberships').where('id', id).select('role', 'status', 'user_id', 'company_id').first()
  // Oneself is refused in any case.
  if (member?.role !== 'beheerder' || member.status !== 'active' || member.user_id === userId) return
  const supervisors = await trx
    .from('core_memberships')
    .where({ company_id: member.company_id, role: 'beheerder', status: 'active' })
    .orderBy('id')
    .forUpdate()
    .select('id')
  if (supervisors.every((one: { id: number }) => one.id === id)) throw conflict('last_supervisor')
}
