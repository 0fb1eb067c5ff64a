import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Participation from '../models/participation.js'
import type { Actor } from './history.js'
import { withdraw } from './unassign.js'

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
  for (const participation of participations) {
    if (cancel && participation.startedAt === null && participation.status === 'registered')
      await withdraw(trx, by, participation, 'cancel')
  }
  await trx
    .from('learning_participations')
    .whereIn(
      'id',
      participations.map(({ id }) => id),
    )
    .update({ source: 'assigned', updated_at: trx.raw('clock_timestamp()') })
}
