import type { LearningService } from '../../contract/index.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import { recordHistoryOfAll } from './history.js'
import { notifyAssigned } from './notify.js'

interface Row {
  id: number
  membership_id: number
  due_at: string | null
  mandatory: boolean
}

/** See LearningService.changeDue. */
export const changeDue: LearningService['changeDue'] = async (trx, participationIds, dueAt, why, by) => {
  const rows: Row[] = await trx
    .from('learning_participations')
    .whereIn('id', [...participationIds])
    .whereIn('status', [...OPEN_STATUSES])
    .whereRaw('due_at is distinct from ?::date', [dueAt])
    .orderBy('id')
    .forUpdate()
    .select('id', 'membership_id', 'mandatory', trx.raw('due_at::text as due_at'))
  await trx
    .from('learning_participations')
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .update({ due_at: dueAt, updated_at: trx.raw('clock_timestamp()') })
  await recordHistoryOfAll(
    trx,
    by,
    rows.map(({ id, due_at: before, mandatory }) => ({
      ...{ participationId: id, action: 'due_changed' as const, reason: why },
      details: { due_at: dueAt, mandatory, due_before: before, mandatory_before: mandatory },
    })),
  )
  for (const { id, membership_id: member } of rows) await notifyAssigned(trx, member, [{ participationId: id, outcome: 'changed' }])
  return rows.map(({ id }) => id)
}
