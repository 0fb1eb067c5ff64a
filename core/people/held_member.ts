import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { holdCompanies } from '../companies/hold_companies.js'
import { conflict, notFound } from '../contract/errors.js'
import type { MemberRole } from './add_member.js'

export interface HeldMember {
  user_id: number
  role: MemberRole
  status: string
}

/**
 * A member of a company with the rows of both in hand, the company's first: of two who change each other or the same one at once the second
 * finds what became of the first, and neither waits for the other in turn.
 * @throws AppError 404
 */
export async function holdMember(trx: TransactionClientContract, companyId: number, id: number): Promise<HeldMember> {
  await holdCompanies(trx, [companyId])
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
 * A company without a supervisor can let nobody in. Of two at once the second finds what became of the first: the company's row is held.
 * @param membershipId the one who will not be one
 * @throws AppError 409 last_supervisor
 */
export async function refuseLastSupervisor(trx: TransactionClientContract, companyId: number, membershipId: number): Promise<void> {
  await holdCompanies(trx, [companyId])
  const others = { company_id: companyId, role: 'beheerder', status: 'active' }
  if (!(await trx.from('core_memberships').where(others).whereNot('id', membershipId).select('id').first()))
    throw conflict('last_supervisor')
}
