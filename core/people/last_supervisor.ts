import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '../contract/errors.js'

/**
 * A company without a supervisor can let nobody in. Of two at once the second finds what became of the first: the company's row is held.
 * @throws AppError 409 last_supervisor
 */
export async function refuseLastSupervisor(trx: TransactionClientContract, companyId: number, membershipId: number): Promise<void> {
  await trx.from('core_companies').where('id', companyId).forUpdate().select('id').first()
  const others = { company_id: companyId, role: 'beheerder', status: 'active' }
  if (!(await trx.from('core_memberships').where(others).whereNot('id', membershipId).select('id').first()))
    throw conflict('last_supervisor')
}
