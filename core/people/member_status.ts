import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { recordInvitation } from '../accounts/invitation.js'
import { conflict, notFound } from '../contract/errors.js'
import { versionOf } from '../database/versions.js'
import type { RowDone } from '../contract/lists.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import { emit } from '../events/outbox.js'
import { recordAudit } from '../privacy/audit.js'
import type { Session } from '../tenancy/session.js'
import { lockSupervisors, refuseLastSupervisor } from './lock_members.js'

/** The data for undoing a status change. Times are exact text. */
export interface PreviousStatus {
  /** When this status was last requested. */
  at: string
  /** When they had been deactivated before the change; null if they were not. */
  shutAt: string | null
  /** They had an open invitation, which was withdrawn. */
  invited?: true
}

interface StatusOrder {
  id: number
  status: 'active' | 'inactive'
  session: Session
  /** Undoes the change that stored this, unless a colleague has made the same change since. */
  undoes?: PreviousStatus
}

/**
 * Activates or deactivates a person of the running company. Deactivating ends their sessions (by a trigger). Audited, with an event. For a
 * person who is only invited the invitation is withdrawn instead.
 * @returns what is needed to undo it; `unchanged` when it already is so: then only the time of the request is stored
 * @throws AppError 404; 409 own_membership (nobody deactivates themselves); last_supervisor; asked_meanwhile
 */
export async function setMemberStatus(
  trx: TransactionClientContract,
  { id, status, session, undoes }: StatusOrder,
): Promise<RowDone<PreviousStatus>> {
  const of = () => trx.from('core_memberships').where('id', id)
  const moments = [trx.raw(`${versionOf('status_at')} as at`), trx.raw(`${versionOf('deactivated_at')} as shut_at`)]
  const known: { company_id: number } | null = await of().select('company_id').first()
  if (!known) throw notFound()
  if (status === 'inactive') await lockSupervisors(trx, [known.company_id])
  const row = await of()
    .forUpdate()
    .select('status', 'state', 'user_id', 'role', ...moments)
    .first()
  if (!row) throw notFound()
  if (undoes?.invited || (status === 'inactive' && row.state === 'invited')) return setInvitation(trx, { id, status, session, undoes }, row)
  if (row.status === status) {
    // Stored by a trigger. An undo does not count as a request.
    if (!undoes) await of().update({ status })
    return 'unchanged'
  }
  if (undoes && row.at !== undoes.at) throw conflict('asked_meanwhile')
  if (row.user_id === session.userId) throw conflict('own_membership')
  if (status === 'inactive' && row.role === 'beheerder') await refuseLastSupervisor(trx, known.company_id, id)
  const shutAt = undoes ? undoes.shutAt : new Date()
  await of().update({ status, deactivated_at: status === 'inactive' ? shutAt : null })
  await recordAudit(trx, session, { action: `membership.${status}`, reason: 'people.status', details: { membershipId: id } })
  await emit(trx, membershipStatusChanged, { membershipId: id, status, changedBy: session.userId })
  return { kept: { at: await askedAt(trx, id), shutAt: row.shut_at } }
}

/** The same for a person who is only invited. Writing an unchanged status stores the time of the request. */
async function setInvitation(
  trx: TransactionClientContract,
  { id, session, undoes }: StatusOrder,
  { at, state, status }: { at: string; state: string; status: string },
): Promise<RowDone<PreviousStatus>> {
  if (undoes && at !== undoes.at) throw conflict('asked_meanwhile')
  // Somebody invited them again in the meantime.
  if (undoes && state === 'invited') return 'unchanged'
  const change = undoes ? { withdrawnAt: null, action: 'invitation.again' } : { withdrawnAt: new Date(), action: 'invitation.withdraw' }
  await recordInvitation(trx, session, { membershipId: id, ...change })
  await trx.from('core_memberships').where('id', id).update({ status })
  return { kept: { at: await askedAt(trx, id), shutAt: null, invited: true } }
}

/** When it was last requested, as exact text. */
async function askedAt(trx: TransactionClientContract, id: number): Promise<string> {
  const row = await trx
    .from('core_memberships')
    .where('id', id)
    .select(trx.raw(`${versionOf('status_at')} as at`))
    .first()
  return row.at as string
}
