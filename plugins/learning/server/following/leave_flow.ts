import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Participation from '../models/participation.js'
import type { Actor } from './history.js'
import { withdrawAll } from './unassign.js'

/** See LearningService.leaveFlow. */
export async function leaveFlow(
  trx: TransactionClientContract,
  participationIds: readonly number[],
  cancel: boolean,
  by: Actor | null,
): Promise<void> {
  const participations = await Participation.query({ client: trx })
    .whereIn('id', [...participationIds])
    .where('source', 'flow')
    .orderBy('id')
    .forUpdate()
  if (cancel)
    await withdrawAll(
      trx,
      by,
      participations.filter(({ startedAt, status }) => startedAt === null && status === 'registered'),
    )
  await trx
    .from('learning_participations')
    .whereIn(
      'id',
      participations.map(({ id }) => id),
    )
    .update({ source: 'assigned', updated_at: trx.raw('clock_timestamp()') })
}
