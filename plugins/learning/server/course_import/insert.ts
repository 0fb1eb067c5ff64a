import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Inserts one row. @returns its id */
export async function insertReturningId(trx: TransactionClientContract, table: string, row: Record<string, unknown>): Promise<number> {
  const [inserted] = await trx.table(table).insert(row).returning('id')
  return typeof inserted === 'object' ? inserted.id : inserted
}
