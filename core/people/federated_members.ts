import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '../contract/errors.js'
import { type GivenName, infixBeside } from '../contract/full_name.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import { emit } from '../events/outbox.js'
import { asSystem, currentCompanyId, inCompany } from '../tenancy/scope.js'
import { lockMember, lockPerson, refuseLastSupervisor } from './lock_members.js'

// What a company's directory changes of members it created: whether they are active, and their names.

const noteDirectory = (trx: TransactionClientContract, companyId: number, action: string, membershipId: number) =>
  trx.table('core_audit_log').insert({ company_id: companyId, action, reason: 'core.directory', details: JSON.stringify({ membershipId }) })

/** Notes another change of a member by the company's directory, in the company's scope. */
export async function recordFederated(trx: TransactionClientContract, action: string, membershipId: number): Promise<void> {
  const values = [currentCompanyId(), action, JSON.stringify({ membershipId })]
  await trx.rawQuery(`select core_note_audit(null, ?, ?, 'core.directory', ?::jsonb)`, values)
}

/**
 * A company's directory activates or deactivates a member. Deactivating ends their sessions there (by a trigger). Audited, with an event.
 * @throws AppError 404; 409 last_supervisor
 */
export async function setFederatedStatus(membershipId: number, status: 'active' | 'inactive'): Promise<void> {
  const companyId = currentCompanyId()
  await asSystem('federation.status', () =>
    db.transaction(async (trx) => {
      const row = await lockMember(trx, companyId, membershipId)
      const of = () => trx.from('core_memberships').where('id', membershipId)
      // Requested once more, which a trigger stores: an earlier request can no longer be undone.
      if (row.status === status) return void (await of().update({ status }))
      if (status === 'inactive' && row.role === 'beheerder') await refuseLastSupervisor(trx, companyId, membershipId)
      await of().update({ status, deactivated_at: status === 'inactive' ? new Date() : null })
      await noteDirectory(trx, companyId, `membership.${status}`, membershipId)
      await inCompany(companyId, () => emit(trx, membershipStatusChanged, { membershipId, status, changedBy: null }))
    }),
  )
}

/**
 * Writes a member's name as the directory has it, in one transaction with what `within` saves.
 * @throws AppError 404; 409 account_elsewhere for a person who also belongs elsewhere
 */
export async function renameFederated(
  membershipId: number,
  { firstname, infix, lastname }: GivenName,
  within?: (trx: TransactionClientContract) => Promise<void>,
): Promise<void> {
  const companyId = currentCompanyId()
  await asSystem('federation.rename', () =>
    db.transaction(async (trx) => {
      const { userId, platformRole } = await lockPerson(trx, companyId, membershipId)
      const elsewhere = await trx.from('core_memberships').where('user_id', userId).whereNot('company_id', companyId).select('id').first()
      if (platformRole || elsewhere) throw conflict('account_elsewhere')
      const known: { infix: string | null } = await trx.from('core_users').where('id', userId).select('infix').firstOrFail()
      const kept = infixBeside(infix === undefined ? known.infix : infix, lastname)
      await trx.from('core_users').where('id', userId).update({ firstname, infix: kept, lastname, updated_at: new Date() })
      await within?.(trx)
      await noteDirectory(trx, companyId, 'member.details', membershipId)
    }),
  )
}
