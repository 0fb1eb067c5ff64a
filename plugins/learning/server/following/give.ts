import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { LearningService } from '../../contract/index.js'
import Participation from '../models/participation.js'
import { registerIn } from '../services/participation_service.js'
import { assertMayBeGiven, touch } from './assign.js'
import { noteHistory } from './history.js'
import { withdraw } from './unassign.js'

/** See LearningService.give. Whatever gives it otherwise makes it theirs (`registerIn`), so `group` says that only groups do. */
export const give: LearningService['give'] = (membershipId, courseId, terms, why, outer) => {
  const within = (trx: TransactionClientContract) => giveWithin(trx, membershipId, courseId, terms, why)
  // Within the caller's transaction a refusal leaves nothing of it behind.
  return outer ? outer.transaction(within) : db.transaction(within)
}

async function giveWithin(
  trx: TransactionClientContract,
  membershipId: number,
  courseId: number,
  { dueAt, mandatory }: { dueAt: string | null; mandatory: boolean },
  why: string,
): ReturnType<LearningService['give']> {
  await assertMayBeGiven(trx, membershipId, courseId)
  const { id, created } = await registerIn(trx, membershipId, courseId, 'group')
  const before = await Participation.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
  if (before.source !== 'group') return { participationId: id, given: false, outcome: 'unchanged' }
  if (!created && before.dueAt === dueAt && before.mandatory === mandatory) {
    return { participationId: id, given: true, outcome: 'unchanged' }
  }
  await trx
    .from('learning_participations')
    .where('id', id)
    .update({ due_at: dueAt, mandatory, updated_at: trx.raw('clock_timestamp()') })
  await noteHistory(trx, null, {
    participationId: id,
    action: created ? 'given' : 'due_changed',
    reason: why,
    details: {
      due_at: dueAt,
      mandatory,
      ...(!created && { due_before: before.dueAt, mandatory_before: before.mandatory }),
    },
  })
  return { participationId: id, given: true, outcome: created ? 'assigned' : 'changed' }
}

/** See LearningService.takeBack. */
export const takeBack: LearningService['takeBack'] = (participationId) =>
  db.transaction(async (trx) => {
    const participation = await Participation.query({ client: trx }).where('id', participationId).forUpdate().first()
    // Somebody gave it otherwise meanwhile, began it, or it is over: then it is not the group's to take.
    if (participation?.source !== 'group' || participation.status !== 'registered') {
      // Nor anybody's to make the group's again, which gives it no more.
      if (participation?.status === 'registered') await touch(trx, participationId)
      return false
    }
    await withdraw(trx, null, participation, 'taken_back')
    return true
  })
