import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '../contract/errors.js'
import type { MemberRole } from './add_member.js'

export interface HeldMember {
  user_id: number
  role: MemberRole
  status: string
}

/**
 * Until the transaction ends nobody else decides who supervises these companies. Whoever may end a supervisor calls it before anything
 * else is held, people before their memberships after it: of two at once the second finds what became of the first, and neither waits for
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
    .select('user_id', 'role', 'status')
    .first()
  if (!row) throw notFound()
  return row
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
