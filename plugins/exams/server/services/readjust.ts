import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import type { Adjustment } from '../../contract/adjustments.js'
import { OFFERED } from './adjust.js'
import { assertOpen } from './closing.js'
import { recordNews } from './news.js'
import { lockMoment } from './seats.js'

/** ExamsService.changeAdjustments. */
export async function changeAdjustments(
  trx: TransactionClientContract,
  key: string,
  membershipId: number,
  adjustments: readonly Adjustment[],
): Promise<readonly Adjustment[]> {
  const seat = { company_id: currentCompanyId(), key, membership_id: membershipId }
  const find = () => trx.from('exams_entries').where(seat).whereNull('released_at').whereNull('held_until').first()
  const found = await find()
  if (!found) throw notFound()
  const moment = await lockMoment(trx, found.moment_id)
  // Read again under the lock: the provider may have refused it meanwhile.
  const entry: { id: number; moment_id: number; adjustments: Adjustment[] } | null = await find()
  if (!entry || entry.moment_id !== moment.id) throw notFound()
  if (moment.withdrawn_at) throw conflict('moment_withdrawn')
  await assertOpen(trx, moment)
  const wanted = [...new Set(adjustments)]
  const { rows } = await trx.rawQuery<{ rows: { offered: Adjustment[] }[] }>(
    `select ${OFFERED} as offered from exams_moments m join exams_exams e on e.id = m.exam_id where m.id = ?`,
    [moment.id],
  )
  const possible = [...rows[0]!.offered, ...entry.adjustments]
  if (!wanted.every((one) => possible.includes(one))) throw conflict('adjustment_not_offered')
  if (wanted.length === entry.adjustments.length && wanted.every((one) => entry.adjustments.includes(one))) return entry.adjustments
  await trx
    .from('exams_entries')
    .where('id', entry.id)
    .update({ adjustments: wanted, updated_at: trx.raw('clock_timestamp()') })
  await recordNews(trx, moment, [entry.id], 'status', 'adjusted')
  return entry.adjustments
}
