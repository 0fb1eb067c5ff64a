import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { emitAll } from '#core/kit/events'
import { type Given, type KeptReason, participationChanged } from '../../contract/index.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import Participation from '../models/participation.js'
import { factsOf } from '../services/participation_service.js'
import { versionIn } from '../services/participation_version.js'
import { type Actor, recordHistory, recordHistoryOfAll } from './history.js'
import type { HistoryAction } from './history_actions.js'

/** Cancels a participation that nobody began, with its history entry and event. @param participation locked */
export async function withdraw(
  trx: TransactionClientContract,
  by: Actor | null,
  participation: Participation,
  action: HistoryAction,
): Promise<void> {
  await withdrawAll(trx, by, [participation], action)
  participation.status = 'cancelled'
}

/** The same for many, with the same number of statements as for one. @param participations locked */
export async function withdrawAll(
  trx: TransactionClientContract,
  by: Actor | null,
  participations: readonly Participation[],
  action: HistoryAction = 'cancel',
): Promise<void> {
  if (!participations.length) return
  const now = DateTime.now()
  const ids = participations.map(({ id }) => id)
  await trx
    .from('learning_participations')
    .whereIn('id', ids)
    .update({ status: 'cancelled', finished_at: now.toJSDate(), updated_at: trx.raw('clock_timestamp()') })
  await recordHistoryOfAll(
    trx,
    by,
    ids.map((participationId) => ({ participationId, action })),
  )
  const names: { id: number; name: Record<string, string> }[] = await trx
    .from('learning_course_versions')
    .whereIn('id', [...new Set(participations.map(({ versionId }) => versionId))])
    .select('id', 'name')
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  await emitAll(
    trx,
    participationChanged,
    participations.map((participation) => ({
      ...factsOf(participation, nameOf.get(participation.versionId)!),
      act: 'cancel' as const,
      status: 'cancelled' as const,
      expiresAt: participation.expiresAt?.toUTC().toISO() ?? null,
      finishedAt: now.toUTC().toISO(),
      changedAt: now.toUTC().toISO(),
    })),
  )
}

/**
 * Undoes one assignment of one participation, as far as nothing changed since. A new participation is cancelled; one that was open gets its
 * previous terms back; for one that already had these terms, the reliance on it ends. Idempotent.
 * @returns whether there was something to undo, or why it cannot be undone
 */
export async function unassign(trx: TransactionClientContract, by: Actor | null, given: Given): Promise<boolean | KeptReason> {
  const participation = await Participation.query({ client: trx }).where('id', given.id).forUpdate().first()
  // The participation is gone or was cancelled since, so there is nothing to undo.
  if (!participation || participation.status === 'cancelled') return false
  const isAsLeft = (await versionIn(trx, given.id)) === given.version && participation.current
  if (given.over !== undefined) {
    if (isAsLeft) await trx.from('learning_participations').where({ id: given.id }).update({ updated_at: given.over })
    return false
  }
  if (given.before)
    return isAsLeft && OPEN_STATUSES.includes(participation.status) ? putBack(trx, by, participation, given.before) : 'given_meanwhile'
  if (participation.status !== 'registered') return 'begun_meanwhile'
  if (!isAsLeft) return 'given_meanwhile'
  await withdraw(trx, by, participation, 'unassigned')
  if (given.latest) await countAgain(trx, participation.id, given.latest)
  return true
}

async function putBack(
  trx: TransactionClientContract,
  by: Actor | null,
  { id, dueAt, mandatory }: Participation,
  before: NonNullable<Given['before']>,
): Promise<true> {
  await trx
    .from('learning_participations')
    .where({ id })
    .update({ ...before, updated_at: trx.raw('clock_timestamp()') })
  const isSame = before.due_at === dueAt && before.mandatory === mandatory
  if (!isSame)
    await recordHistory(trx, by, {
      participationId: id,
      action: 'due_changed',
      details: { due_at: before.due_at, mandatory: before.mandatory, due_before: dueAt, mandatory_before: mandatory },
    })
  return true
}

/** Makes the previous participation the current one again, instead of the repeated one. */
async function countAgain(trx: TransactionClientContract, id: number, latest: number): Promise<void> {
  const found = await trx.from('learning_participations').where('id', latest).forUpdate().select('id').first()
  if (!found) return
  await trx.from('learning_participations').where('id', id).update({ current: false })
  await trx.from('learning_participations').where('id', latest).update({ current: true })
}
