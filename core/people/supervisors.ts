import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '../tenancy/scope.js'

/**
 * The active supervisors of the running company. They are told what people without an e-mail address cannot be told by mail
 * (decision 0442).
 */
export function activeSupervisors(client: Pick<TransactionClientContract, 'from'> = db): Promise<{ id: number; language: string }[]> {
  return client
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .where({ 'm.company_id': currentCompanyId(), 'm.role': 'beheerder', 'm.status': 'active' })
    .orderBy('m.id')
    .select('m.id', 'u.language')
}
