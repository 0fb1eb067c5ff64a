import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { type By, noteAll } from './history.js'

interface Manner {
  /** Courses that nobody began are cancelled; those that were begun go on by themselves. */
  cancel: boolean
  /** Nothing is kept of them, so that a group may bring them back. */
  forget?: boolean
}

/**
 * Takes people out of a flow. Rounds that they finished stay.
 * @returns the memberships that went
 */
export async function leave(
  trx: TransactionClientContract,
  flow: { id: number; name: string },
  members: readonly number[],
  { cancel, forget = false }: Manner,
  by: By,
): Promise<number[]> {
  const rows: { id: number; membership_id: number }[] = await trx
    .from('flows_people')
    .where('flow_id', flow.id)
    .whereIn('membership_id', [...members])
    .whereNull('removed_at')
    .whereRaw('(finished_on is null or look_on is not null)')
    .orderBy('id')
    .forUpdate()
    .select('id', 'membership_id')
  const ids = rows.map(({ id }) => id)
  const steps: { participation_id: number }[] = await trx
    .from('flows_steps as s')
    .join('flows_people as p', 'p.id', 's.person_id')
    .whereIn('s.person_id', ids)
    .whereNull('p.finished_on')
    .whereNotNull('s.participation_id')
    .select('s.participation_id')
  await (
    await serviceOf(learningService, trx)
  )?.leaveFlow(
    trx,
    steps.map((step) => step.participation_id),
    cancel,
    by?.membershipId ?? null,
  )
  // Of a finished round only its repetition ends.
  await trx.from('flows_people').whereIn('id', ids).whereNotNull('finished_on').update({ look_on: null })
  const open = trx.from('flows_people').whereIn('id', ids).whereNull('finished_on')
  await (forget ? open.delete() : open.update({ removed_at: trx.raw('clock_timestamp()'), look_on: null, stuck: null }))
  const gone = [...new Set(rows.map((row) => row.membership_id))]
  await noteAll(
    trx,
    gone.map((member) => ({ flow: flow.id, member, act: 'left', facts: { flow: flow.name } })),
    by,
  )
  return gone
}

/** Everybody who is under way goes on with a version. What has started stays started. */
export async function moveAll(trx: TransactionClientContract, flow: number, version: number, by: By): Promise<void> {
  const rows: { membership_id: number }[] = await trx
    .from('flows_people')
    .where('flow_id', flow)
    .whereNull('finished_on')
    .whereNull('removed_at')
    .whereNot('version', version)
    .update({ version })
    .returning('membership_id')
  const { name } = await trx.from('flows_flows').where('id', flow).select('name').firstOrFail()
  await noteAll(
    trx,
    rows.map((row) => ({ flow, member: row.membership_id, act: 'moved', facts: { flow: name, version } })),
    by,
  )
}
