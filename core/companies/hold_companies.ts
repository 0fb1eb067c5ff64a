import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Locks companies until the transaction ends, in the order of their ids, so that other changes of them wait. Rows that only refer to a
 * company (an event, a mail) can still be written, which avoids deadlocks with somebody who locked a person first. To lock who supervises
 * there, use `lockSupervisors`.
 * @param ids as numbers or as an address names them; unknown ones are ignored
 */
export async function holdCompanies(trx: TransactionClientContract, ids: readonly (number | string)[]): Promise<{ status: string }[]> {
  const sql = 'select status from core_companies where id = any(?) order by id for no key update'
  return ((await trx.rawQuery(sql, [ids.map(String)])) as { rows: { status: string }[] }).rows
}
