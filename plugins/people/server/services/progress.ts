import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { saveMemberProgress } from '#core/kit/people'

/** Recalculates the share of their courses that people passed. Call it after every change to `people_courses`. */
export function recomputeProgress(membershipId: number, trx?: TransactionClientContract): Promise<void> {
  return saveMemberProgress(
    membershipId,
    async (client) => {
      const row = await client
        .from('people_courses')
        .where('membership_id', membershipId)
        .whereNot('status', 'cancelled')
        .select(client.raw(`round(100.0 * count(*) filter (where status = 'passed') / nullif(count(*), 0))::int as progress`))
        .first()
      return (row?.progress ?? null) as number | null
    },
    trx,
  )
}
