import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { today } from '#core/kit/days'
import { sendJob } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { advance } from './advance.js'
import { type By, recordHistory } from './history.js'

/** Maximum number of people that are advanced at once; above that a job does it. */
const AT_ONCE = 100

export type Origin = 'hand' | 'file' | 'group' | 'filter' | 'booking'

interface Joined {
  id: number
  membership_id: number
}

/**
 * Adds people to a flow and starts what is due. People in progress are unchanged. People who finished it or were removed start a new round;
 * if added by a group or filter, only if the flow allows starting again.
 * @returns the memberships that were added
 * @throws AppError 404 for a deleted flow
 */
export async function join(
  trx: TransactionClientContract,
  flow: { id: number; name: string; version: number; again?: boolean },
  members: readonly number[],
  origin: Origin,
  by: By,
): Promise<number[]> {
  // Locks the flow, so that it cannot be deleted meanwhile.
  if (!(await trx.from('flows_flows').where('id', flow.id).forShare().select('id').first())) throw notFound()
  const mayRepeat = (origin !== 'group' && origin !== 'filter') || flow.again === true
  const { rows } = await trx.rawQuery<{ rows: Joined[] }>(
    // Lateral: one look in the index per person. As a join the database may scan all of them for each of them.
    `insert into flows_people (company_id, flow_id, membership_id, version, round, origin, joined_on, look_on)
       select m.company_id, :flow, m.id, :version, coalesce(last.round, 0) + 1, :origin, :today, :today
         from kit_members m
         left join lateral (
           select p.round, p.finished_on is null and p.removed_at is null as is_open from flows_people p
            where p.company_id = :company and p.flow_id = :flow and p.membership_id = m.id order by p.round desc limit 1) last on true
        where m.id in (select kit_held_members(:members::bigint[])) and m.role = 'leerling' and m.state in ('active', 'invited')
          and (last.round is null or (not last.is_open and :again::boolean))
     on conflict (company_id, flow_id, membership_id, round) do nothing
     returning id, membership_id`,
    {
      company: currentCompanyId(),
      flow: flow.id,
      members: [...members],
      version: flow.version,
      origin,
      again: mayRepeat,
      today: today(),
    } as never,
  )
  // The new round replaces the scheduled repetition.
  await trx
    .from('flows_people')
    .where('flow_id', flow.id)
    .whereRaw('membership_id = any(?::bigint[])', [rows.map((row) => row.membership_id)] as never)
    .whereNotNull('finished_on')
    .update({ look_on: null })
  await recordHistory(
    trx,
    rows.map((row) => ({ flow: flow.id, member: row.membership_id, act: 'joined', facts: { flow: flow.name, origin } })),
    by,
  )
  if (rows.length > AT_ONCE) await sendJob(trx, 'flows.look', {})
  else
    await advance(
      trx,
      rows.map(({ id }) => id),
    )
  return rows.map((row) => row.membership_id)
}

/** Advances everybody in progress: by a job when there are many. */
export async function advanceAll(trx: TransactionClientContract, flow: number): Promise<void> {
  const rows: { id: number }[] = await trx
    .from('flows_people')
    .where('flow_id', flow)
    .whereNull('finished_on')
    .whereNull('removed_at')
    .update({ look_on: today() })
    .returning('id')
  if (rows.length > AT_ONCE) return sendJob(trx, 'flows.look', {})
  return advance(
    trx,
    rows.map(({ id }) => id),
  )
}
