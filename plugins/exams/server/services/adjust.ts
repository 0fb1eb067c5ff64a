import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import type { Adjustment } from '../../contract/adjustments.js'

/** SQL: the adjustments that a moment `m` of an exam `e` offers. */
export const OFFERED = 'coalesce(m.adjustments, e.adjustments)'

/** @throws AppError 409 adjustment_not_offered, if one of a key's active entries has an adjustment that its moment does not offer */
export async function assertOffered(trx: TransactionClientContract, key: string): Promise<void> {
  const { rows } = await trx.rawQuery(
    `select 1 from exams_entries n join exams_moments m on m.id = n.moment_id join exams_exams e on e.id = m.exam_id
      where n.company_id = ? and n.key = ? and n.released_at is null and not n.adjustments <@ ${OFFERED} limit 1`,
    [currentCompanyId(), key] as never,
  )
  if (rows.length) throw conflict('adjustment_not_offered')
}

/** ExamsService.adjust. */
export async function adjust(
  trx: TransactionClientContract,
  key: string,
  chosen: ReadonlyMap<number, readonly Adjustment[]>,
): Promise<void> {
  if (!chosen.size) return
  const wanted = [...chosen].map(([membership, adjustments]) => ({ membership, adjustments: [...new Set(adjustments)] }))
  await trx.rawQuery(
    `update exams_entries n set adjustments = w.adjustments, updated_at = clock_timestamp()
       from jsonb_to_recordset(?::jsonb) as w (membership bigint, adjustments text[])
      where n.company_id = ? and n.key = ? and n.membership_id = w.membership and n.released_at is null`,
    [JSON.stringify(wanted), currentCompanyId(), key] as never,
  )
  await assertOffered(trx, key)
}
