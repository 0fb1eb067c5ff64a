import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '../contract/errors.js'
import type { MemberRole } from './add_member.js'

export interface HeldMember {
  user_id: number
  role: MemberRole
  status: string
  last_seen_at: Date | null
}

/**
 * Until the transaction ends nobody else decides who supervises these companies. Whoever may end a supervisor calls it before anything
 * else but links is held, people before their memberships after it: of two at once the second finds what became of the first, and neither waits for
 * the other in turn. No row is held, as a company's own scope may not hold the company's.
 */
export async function holdSupervisors(trx: TransactionClientContract, companyIds: readonly number[]): Promise<void> {
  await trx.rawQuery(
    `select pg_advisory_xact_lock(hashtextextended('core.supervisors', c.id)) from (select distinct unnest(?::bigint[]) as id order by 1) c`,
    [[...companyIds]],
  )
}

/**
 * A member of a company with their row in hand, and who supervises there before it: as `holdSupervisors`.
 * @throws AppError 404
 */
export async function holdMember(trx: TransactionClientContract, companyId: number, id: number): Promise<HeldMember> {
  await holdSupervisors(trx, [companyId])
  const row: HeldMember | null = await trx
    .from('core_memberships')
    .where({ id, company_id: companyId })
    .forUpdate()
    .select('user_id', 'role', 'status', 'last_seen_at')
    .first()
  if (!row) throw notFound()
  return row
}

/**
 * The person of a member with both rows in hand, the person's first: their name goes from there to their memberships, and whoever erases or
 * moves them holds them so.
 * @throws AppError 404
 */
export async function holdPerson(
  trx: TransactionClientContract,
  companyId: number,
  id: number,
): Promise<{ userId: number; platformRole: string | null }> {
  const of = (user: object = {}) => trx.from('core_memberships').where({ id, company_id: companyId, ...user })
  const known: { user_id: number } | null = await of().select('user_id').first()
  if (!known) throw notFound()
  const user = await trx.from('core_users').where('id', known.user_id).forUpdate().select('platform_role').first()
  // Erased meanwhile, or another account's by now.
  if (!user || !(await of({ user_id: known.user_id }).forUpdate().select('id').first())) throw notFound()
  return { userId: known.user_id, platformRole: user.platform_role }
}

/**
 * A company without a supervisor can let nobody in. Of two at once the second finds what became of the first: `holdSupervisors`, which the
 * caller called before it held anything.
 * @param membershipId the one who will not be one
 * @throws AppError 409 last_supervisor
 */
export async function refuseLastSupervisor(trx: TransactionClientContract, companyId: number, membershipId: number): Promise<void> {
  const others = { company_id: companyId, role: 'beheerder', status: 'active' }
  if (!(await trx.from('core_memberships').where(others).whereNot('id', membershipId).select('id').first()))
    throw conflict('last_supervisor')
}
