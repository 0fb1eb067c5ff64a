import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { LearningService } from '../../contract/index.js'
import Participation from '../models/participation.js'
import { registerIn } from '../services/participation_service.js'
import { assertMayBeGiven, touch } from './assign.js'
import { recordHistory } from './history.js'
import { withdraw } from './unassign.js'

/** See LearningService.assignByGroup. Any other assignment changes the source (`registerIn`), so `group` means that only groups assigned it. */
export const assignByGroup: LearningService['assignByGroup'] = (membershipId, courseId, terms, why, outer) => {
  const within = (trx: TransactionClientContract) => giveWithin(trx, membershipId, courseId, terms, why)
  // A savepoint in the caller's transaction, so that a refusal leaves no changes.
  return outer ? outer.transaction(within) : db.transaction(within)
}

async function giveWithin(
  trx: TransactionClientContract,
  membershipId: number,
  courseId: number,
  { dueAt, mandatory }: { dueAt: string | null; mandatory: boolean },
  why: string,
): ReturnType<LearningService['assignByGroup']> {
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
  await recordHistory(trx, null, {
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

/** See LearningService.unassignByGroup. */
export const unassignByGroup: LearningService['unassignByGroup'] = (participationId) =>
  db.transaction(async (trx) => {
    const participation = await Participation.query({ client: trx }).where('id', participationId).forUpdate().first()
    // It was also assigned in another way, begun or finished since, so the group cannot take it back.
    if (participation?.source !== 'group' || participation.status !== 'registered') {
      // The group no longer assigns it, so undoing a later assignment must not make it the group's again.
      if (participation?.status === 'registered') await touch(trx, participationId)
      return false
    }
    await withdraw(trx, null, participation, 'taken_back')
    return true
  })
