import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { endSignInCode } from '../accounts/end_sign_in_code.js'
import { conflict, notFound } from '../contract/errors.js'
import { hasMailbox } from '../contract/mail.js'
import { saveFrom, versionOf } from '../database/versions.js'
import { recordAudit } from '../privacy/audit.js'
import { erasePerson } from '../privacy/person.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, currentCompanyId, inCompany } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import type { MemberRole } from './add_member.js'
import { type LockedMember, lockMember, lockSupervisors, refuseLastSupervisor } from './lock_members.js'

/**
 * Deletes a person from the running company, with everything that core and the plugins store about them there, and the account with their
 * last company. Cannot be undone. They can no longer sign in from the first moment, not by an open invitation either.
 * @param refuse checks the locked person before anything is changed, and throws what prevents the deletion
 * @throws AppError 404; 409 own_membership, last_supervisor; what `refuse` throws
 */
export async function removeMember(
  session: Session,
  membershipId: number,
  { refuse }: { refuse?: (member: LockedMember) => void } = {},
): Promise<void> {
  const companyId = currentCompanyId()
  await asSystem('people.remove', () =>
    db.transaction(async (trx) => {
      const row = await lockMember(trx, companyId, membershipId)
      refuse?.(row)
      if (row.user_id === session.userId) throw conflict('own_membership')
      if (row.role === 'beheerder') await refuseLastSupervisor(trx, companyId, membershipId)
      await trx.from('core_memberships').where('id', membershipId).update({ status: 'inactive', deactivated_at: new Date() })
    }),
  )
  await erasePerson({ companyId, membershipId }, session.userId)
}

export interface MemberAccess {
  role: MemberRole
  entitlements: string[]
  updated_at: string
}

const readAccess = async (membershipId: number, client: Pick<TransactionClientContract, 'from'> = db): Promise<MemberAccess> => {
  const row = await client
    .from('core_memberships')
    .where('id', membershipId)
    .select('role', 'entitlements', db.raw(`${versionOf('updated_at')} as updated_at`))
    .first()
  if (!row) throw notFound()
  return row as MemberAccess
}

/** The role and rights of a member of the running company. @throws AppError 404 */
export const memberAccess = (membershipId: number): Promise<MemberAccess> => readAccess(membershipId)

/** The rights that a membership may hold, from the plugins. */
export const knownEntitlements = (): string[] => [...pluginRegistry().entitlements]

/**
 * Only a participant may be without an e-mail address: supervisors know the code of such a person, so one could sign in with another's
 * rights. @throws AppError 409 role_needs_address
 */
async function assertMailbox(trx: TransactionClientContract, userId: number): Promise<void> {
  const { email } = await trx.from('core_users').where('id', userId).select('email').firstOrFail()
  if (!hasMailbox(email)) throw conflict('role_needs_address')
}

/**
 * Gives a member of the running company a role and rights. Audited with the old values. Takes effect at their next request.
 * @throws AppError 404; 409 own_membership, last_supervisor, changed_meanwhile, role_needs_address
 */
export async function saveMemberAccess(
  session: Session,
  membershipId: number,
  { role, entitlements, updated_at: version }: MemberAccess,
): Promise<MemberAccess> {
  const companyId = currentCompanyId()
  const sent = { role, entitlements: [...new Set(entitlements)].sort() }
  await memberAccess(membershipId)
  await asSystem('people.access', () =>
    saveFrom(
      {
        table: 'core_memberships',
        id: membershipId,
        version,
        sent,
        current: (trx) => readAccess(membershipId, trx),
        before: (trx) => lockSupervisors(trx, [companyId]),
      },
      async (trx) => {
        const row = await lockMember(trx, companyId, membershipId)
        const has = await readAccess(membershipId, trx)
        // Nobody gives themselves more rights.
        const more = sent.entitlements.some((name) => !has.entitlements.includes(name))
        if (row.user_id === session.userId && (role !== row.role || more)) throw conflict('own_membership')
        if (row.role === 'beheerder' && role !== 'beheerder' && row.status === 'active')
          await refuseLastSupervisor(trx, companyId, membershipId)
        await trx.from('core_memberships').where('id', membershipId).update(sent)
        if (role !== 'leerling' && role !== row.role) {
          await assertMailbox(trx, row.user_id)
          // A supervisor who issued it could sign in with the new rights.
          await endSignInCode(trx, { userId: row.user_id, companyId, membershipId }, 'password')
        }
        const details = { membershipId, from: row.role, to: role, entitlements: sent.entitlements }
        await inCompany(companyId, () => recordAudit(trx, session, { action: 'member.access', reason: 'people.profile', details }))
      },
    ),
  )
  return memberAccess(membershipId)
}
