import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Holds companies until the transaction ends, in the order of their ids: another change of one waits. What only refers to a company (an
 * event, a mail) goes on, so that who holds a person and writes one never waits for who holds the company and wants that person. Who
 * supervises there is `holdSupervisors`.
 * @param ids as numbers or as an address names them; of one that is not there nothing is held
 */
export async function holdCompanies(trx: TransactionClientContract, ids: readonly (number | string)[]): Promise<{ status: string }[]> {
  const sql = 'select status from core_companies where id = any(?) order by id for no key update'
  return ((await trx.rawQuery(sql, [ids.map(String)])) as { rows: { status: string }[] }).rows
}
