import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '../contract/errors.js'
import type { MemberRole } from './add_member.js'

export interface LockedMember {
  user_id: number
  role: MemberRole
  status: string
  last_seen_at: Date | null
}

/**
 * Locks the decision who supervises these companies until the transaction ends. Code that may remove a supervisor calls it before taking any
 * other lock except links; people are locked before memberships after it. That order prevents deadlocks. It locks no row, because a
 * company's scope may not lock its own company row.
 */
export async function lockSupervisors(trx: TransactionClientContract, companyIds: readonly number[]): Promise<void> {
  await trx.rawQuery(
    `select pg_advisory_xact_lock(hashtextextended('core.supervisors', c.id)) from (select distinct unnest(?::bigint[]) as id order by 1) c`,
    [[...companyIds]],
  )
}

/**
 * A member of a company with their row locked, after `lockSupervisors`.
 * @throws AppError 404
 */
export async function lockMember(trx: TransactionClientContract, companyId: number, id: number): Promise<LockedMember> {
  await lockSupervisors(trx, [companyId])
  const row: LockedMember | null = await trx
    .from('core_memberships')
    .where({ id, company_id: companyId })
    .forUpdate()
    .select('user_id', 'role', 'status', 'last_seen_at')
    .first()
  if (!row) throw notFound()
  return row
}

/**
 * The user of a member with both rows locked, the user's first: names are copied from there to memberships, and erasing and moving use the
 * same order.
 * @throws AppError 404
 */
export async function lockPerson(
  trx: TransactionClientContract,
  companyId: number,
  id: number,
): Promise<{ userId: number; platformRole: string | null }> {
  const of = (user: object = {}) => trx.from('core_memberships').where({ id, company_id: companyId, ...user })
  const known: { user_id: number } | null = await of().select('user_id').first()
  if (!known) throw notFound()
  const user = await trx.from('core_users').where('id', known.user_id).forUpdate().select('platform_role').first()
  // Erased meanwhile, or merged into another account.
  if (!user || !(await of({ user_id: known.user_id }).forUpdate().select('id').first())) throw notFound()
  return { userId: known.user_id, platformRole: user.platform_role }
}

/**
 * Refuses to leave a company without a supervisor. The caller has called `lockSupervisors` before any other lock, so a concurrent change is
 * already visible.
 * @param membershipId the one who stops being a supervisor
 * @throws AppError 409 last_supervisor
 */
export async function refuseLastSupervisor(trx: TransactionClientContract, companyId: number, membershipId: number): Promise<void> {
  const others = { company_id: companyId, role: 'beheerder', status: 'active' }
  if (!(await trx.from('core_memberships').where(others).whereNot('id', membershipId).select('id').first()))
    throw conflict('last_supervisor')
}
