import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import type { Definition } from '../../contract/definition.js'
import { BATCH } from './advance.js'
import { type By, recordHistory } from './history.js'
import { saveDueDays } from './save_plans.js'

interface Manner {
  /** Cancels courses that the flow gave and nobody started; the others continue without it. */
  cancel: boolean
  /** Deletes their rows, so that a group may add them again. */
  forget?: boolean
}

/**
 * Removes people from a flow. Rounds that they finished stay.
 * @returns the memberships that were removed
 */
export async function leave(
  trx: TransactionClientContract,
  flow: { id: number; name: string },
  members: readonly number[],
  { cancel, forget = false }: Manner,
  by: By,
): Promise<number[]> {
  // Locks the flow first, like changing or deleting it does.
  await trx.rawQuery('select id from flows_flows where id = ? for key share', [flow.id])
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
  await letGo(trx, ids, { cancel }, by)
  // A finished round only loses its repetition.
  await trx.from('flows_people').whereIn('id', ids).whereNotNull('finished_on').update({ look_on: null, stopped: true })
  const open = trx.from('flows_people').whereIn('id', ids).whereNull('finished_on')
  await (forget ? open.delete() : open.update({ removed_at: trx.raw('clock_timestamp()'), look_on: null, stuck: null }))
  const gone = [...new Set(rows.map((row) => row.membership_id))]
  await recordHistory(
    trx,
    gone.map((member) => ({ flow: flow.id, member, act: 'left', facts: { flow: flow.name } })),
    by,
  )
  return gone
}

/**
 * Detaches the courses of rounds from the flow. A course that another flow of the person needs stays with that flow; a course that the
 * person had before the flow is never cancelled.
 * @param except keys of steps that stay
 */
async function letGo(
  trx: TransactionClientContract,
  ids: readonly number[],
  { cancel, except = [] }: { cancel: boolean; except?: readonly string[] },
  by: By,
): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { participation_id: number; was_theirs: boolean }[] }>(
    `select s.participation_id, s.reason = 'had_it_open' as was_theirs
       from flows_steps s join flows_people p on p.company_id = s.company_id and p.id = s.person_id
      where s.person_id = any(?::bigint[]) and p.finished_on is null and s.participation_id is not null and not (s.step = any(?::text[]))
        and not exists (select 1 from flows_steps o join flows_people q on q.company_id = o.company_id and q.id = o.person_id
                         where o.company_id = s.company_id and o.participation_id = s.participation_id and o.person_id <> s.person_id
                           and q.finished_on is null and q.removed_at is null)`,
    [[...ids], [...except]] as never,
  )
  const learning = await serviceOf(learningService, trx)
  for (const wasTheirs of [true, false]) {
    const own = rows.filter((row) => row.was_theirs === wasTheirs).map((row) => row.participation_id)
    if (own.length) await learning?.leaveFlow(trx, own, cancel && !wasTheirs, by?.membershipId ?? null)
  }
}

/**
 * Moves everybody in progress to a version. Started steps stay started; the courses of steps that it no longer has continue without the flow.
 * @param definition of that version
 */
export async function moveAll(
  trx: TransactionClientContract,
  flow: number,
  version: number,
  { steps }: Pick<Definition, 'steps'>,
  by: By,
): Promise<void> {
  const rows: { id: number; membership_id: number }[] = await trx
    .from('flows_people')
    .where('flow_id', flow)
    .whereNull('finished_on')
    .whereNull('removed_at')
    .whereNot('version', version)
    .update({ version })
    .returning(['id', 'membership_id'])
  const ids = rows.map(({ id }) => id)
  const keys = steps.map(({ key }) => key)
  for (let from = 0; from < ids.length; from += BATCH) await letGo(trx, ids.slice(from, from + BATCH), { cancel: false, except: keys }, by)
  // Otherwise an overdue step that was removed still counts. A step that is done stays, because a later version may have it again.
  await trx.rawQuery('delete from flows_steps where person_id = any(?::bigint[]) and not (step = any(?::text[])) and done_on is null', [
    ids,
    keys,
  ] as never)
  await saveDueDays(trx, ids)
  const { name } = await trx.from('flows_flows').where('id', flow).select('name').firstOrFail()
  await recordHistory(
    trx,
    rows.map((row) => ({ flow, member: row.membership_id, act: 'moved', facts: { flow: name, version } })),
    by,
  )
}
