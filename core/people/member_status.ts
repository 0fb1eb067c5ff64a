import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { noteInvitation } from '../accounts/invitation.js'
import { conflict, notFound } from '../contract/errors.js'
import { versionOf } from '../database/versions.js'
import type { RowDone } from '../contract/lists.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import { emit } from '../events/outbox.js'
import { noteAudit } from '../privacy/audit.js'
import type { Session } from '../tenancy/session.js'
import { holdSupervisors, refuseLastSupervisor } from './held_member.js'

/** What it takes to take a status back. Moments as exact text. */
export interface KeptStatus {
  /** When it was last asked for. */
  at: string
  /** Since when they had been shut out until then; null: they had not been, as who is invited. */
  shutAt: string | null
  /** They had an open invitation, which was taken back. */
  invited?: true
}

interface StatusOrder {
  id: number
  status: 'active' | 'inactive'
  session: Session
  /** Takes back the opposite order that kept this: not where a colleague has given that one too, since. */
  undoes?: KeptStatus
}

/**
 * Lets a person of the running company in again, or no longer: their sessions have ended then (a trigger of the table). Audited, with an event.
 * Of who is only invited the invitation is taken back: there is nobody to shut out yet.
 * @returns what it takes to take it back; `unchanged` when it is so already: then it is noted that it was asked for once more, and nothing else
 * @throws AppError 404; 409 own_membership, as nobody shuts the door on themselves; last_supervisor; asked_meanwhile
 */
export async function setMemberStatus(
  trx: TransactionClientContract,
  { id, status, session, undoes }: StatusOrder,
): Promise<RowDone<KeptStatus>> {
  const of = () => trx.from('core_memberships').where('id', id)
  const moments = [trx.raw(`${versionOf('status_at')} as at`), trx.raw(`${versionOf('deactivated_at')} as shut_at`)]
  const known: { company_id: number } | null = await of().select('company_id').first()
  if (!known) throw notFound()
  if (status === 'inactive') await holdSupervisors(trx, [known.company_id])
  const row = await of()
    .forUpdate()
    .select('status', 'state', 'user_id', 'role', ...moments)
    .first()
  if (!row) throw notFound()
  if (undoes?.invited || (status === 'inactive' && row.state === 'invited')) return setInvitation(trx, { id, status, session, undoes }, row)
  if (row.status === status) {
    // Noted by a trigger of the table. What takes another order back asks for nothing of its own.
    if (!undoes) await of().update({ status })
    return 'unchanged'
  }
  if (undoes && row.at !== undoes.at) throw conflict('asked_meanwhile')
  if (row.user_id === session.userId) throw conflict('own_membership')
  if (status === 'inactive' && row.role === 'beheerder') await refuseLastSupervisor(trx, known.company_id, id)
  const shutAt = undoes ? undoes.shutAt : new Date()
  await of().update({ status, deactivated_at: status === 'inactive' ? shutAt : null })
  await noteAudit(trx, session, { action: `membership.${status}`, reason: 'people.status', details: { membershipId: id } })
  await emit(trx, membershipStatusChanged, { membershipId: id, status, changedBy: session.userId })
  return { kept: { at: await askedAt(trx, id), shutAt: row.shut_at } }
}

/** The same of who is only invited. A status that is written as it was is noted as asked for. */
async function setInvitation(
  trx: TransactionClientContract,
  { id, session, undoes }: StatusOrder,
  { at, state, status }: { at: string; state: string; status: string },
): Promise<RowDone<KeptStatus>> {
  if (undoes && at !== undoes.at) throw conflict('asked_meanwhile')
  // Somebody invited them again before it was taken back.
  if (undoes && state === 'invited') return 'unchanged'
  const change = undoes ? { withdrawnAt: null, action: 'invitation.again' } : { withdrawnAt: new Date(), action: 'invitation.withdraw' }
  await noteInvitation(trx, session, { membershipId: id, ...change })
  await trx.from('core_memberships').where('id', id).update({ status })
  return { kept: { at: await askedAt(trx, id), shutAt: null, invited: true } }
}

/** When it was last asked for, as exact text. */
async function askedAt(trx: TransactionClientContract, id: number): Promise<string> {
  const row = await trx
    .from('core_memberships')
    .where('id', id)
    .select(trx.raw(`${versionOf('status_at')} as at`))
    .first()
  return row.at as string
}
