import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Keeps which share of their courses somebody of the running scope passed, for lists that are sorted by it.
 * @param count the share as it is by then, a whole percentage, null without any course: asked with the member's row in hand, so that of two at
 * once the last one counts what both did
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
