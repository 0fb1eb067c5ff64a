import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { versionOf } from '#core/kit/database'

/** `updated_at` of a participation, as text with full precision. */
export async function versionIn(trx: TransactionClientContract, id: number): Promise<string> {
  const select = trx.raw(`${versionOf('updated_at')} as version`)
  const { version } = await trx.from('learning_participations').where({ id }).select(select).firstOrFail()
  return version
}
