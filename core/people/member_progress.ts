import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Stores the share of courses that a person passed, for sorting lists.
 * @param count returns the current share, a whole percentage, null without courses. It is called with the member's row locked, so that the
 * last of concurrent changes counts them all
 */
export async function saveMemberProgress(
  membershipId: number,
  count: (trx: TransactionClientContract) => Promise<number | null>,
  within?: TransactionClientContract,
): Promise<void> {
  const save = async (trx: TransactionClientContract) => {
    const row: { progress: number | null } | null = await trx
      .from('core_memberships')
      .where('id', membershipId)
      .forUpdate()
      .select('progress')
      .first()
    if (!row) return
    const progress = await count(trx)
    if (progress !== row.progress) await trx.from('core_memberships').where('id', membershipId).update({ progress })
  }
  await (within ? save(within) : db.transaction(save))
}
