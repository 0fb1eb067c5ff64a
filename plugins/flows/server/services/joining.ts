import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { today } from '#core/kit/days'
import { sendJob } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'
import { advance } from './advance.js'
import { type By, noteAll } from './history.js'
import { leave } from './leaving.js'

/** So many are brought forward at once; more of them by a job. */
const AT_ONCE = 100

export type Origin = 'hand' | 'file' | 'group' | 'booking'

interface Joined {
  id: number
  membership_id: number
}

/**
 * Puts people into a flow and starts what is due. Who is in it and under way stays as they are; who finished it or was taken out begins a new round,
 * but not by a group.
 * @returns the memberships that came in
 * @throws AppError 404 for a flow that is gone
 */
export async function join(
  trx: TransactionClientContract,
  flow: { id: number; name: string; version: number },
  members: readonly number[],
  origin: Origin,
  by: By,
): Promise<number[]> {
  // Whoever deletes it waits for this, or was first.
  if (!(await trx.from('flows_flows').where('id', flow.id).forShare().select('id').first())) throw notFound()
  const { rows } = await trx.rawQuery<{ rows: Joined[] }>(
    `with last as (
       select distinct on (membership_id) membership_id, round, finished_on is null and removed_at is null as is_open
         from flows_people where company_id = :company and flow_id = :flow and membership_id = any(:members::bigint[])
        order by membership_id, round desc)
     insert into flows_people (company_id, flow_id, membership_id, version, round, origin, joined_on, look_on)
       select m.company_id, :flow, m.id, :version, coalesce(last.round, 0) + 1, :origin, :today, :today
         from kit_members m left join last on last.membership_id = m.id
        where m.id in (select kit_held_members(:members::bigint[])) and m.role = 'leerling' and m.state in ('active', 'invited')
          and (last.round is null or (not last.is_open and :origin <> 'group'))
     on conflict (company_id, flow_id, membership_id, round) do nothing
     returning id, membership_id`,
    { company: currentCompanyId(), flow: flow.id, members: [...members], version: flow.version, origin, today: today() } as never,
  )
  // A round that repeats by the calendar is not repeated beside the new one.
  await trx
    .from('flows_people')
    .where('flow_id', flow.id)
    .whereIn(
      'membership_id',
      rows.map((row) => row.membership_id),
    )
    .whereNotNull('finished_on')
    .update({ look_on: null })
  await noteAll(
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

/**
 * Puts in who is in the flow's groups by now. Who came by a group and left all of them goes, unless something started for them: that they finish.
 */
export async function syncGroups(trx: TransactionClientContract, id: number, by: By): Promise<void> {
  const flow: { id: number; name: string; version: number; active: boolean } | null = await trx
    .from('flows_flows')
    .where('id', id)
    .forUpdate()
    .select('id', 'name', 'version', 'active')
    .first()
  if (!flow) return
  const groups: { group_id: number }[] = await trx.from('flows_groups').where('flow_id', id).select('group_id')
  const service = await serviceOf(groupsService, trx)
  const members = await service?.membersOf(
    groups.map((row) => row.group_id),
    trx,
  )
  const inGroups = new Set([...(members?.values() ?? [])].flat())
  if (inGroups.size) await join(trx, flow, [...inGroups], 'group', by)
  // While groups are switched off nobody is taken out by them.
  if (!service) return
  const gone: { membership_id: number }[] = await trx
    .from('flows_people as p')
    .where({ 'p.flow_id': id, 'p.origin': 'group' })
    .whereNull('p.removed_at')
    .whereNull('p.finished_on')
    .whereRaw('not (p.membership_id = any(?::bigint[]))', [[...inGroups]] as never)
    .whereRaw(
      'not exists (select 1 from flows_steps s where s.company_id = p.company_id and s.person_id = p.id and s.started_on is not null)',
    )
    .select('p.membership_id')
  if (gone.length)
    await leave(
      trx,
      flow,
      gone.map((row) => row.membership_id),
      { cancel: true, forget: true },
      by,
    )
}

/** Has everybody who is under way looked at again: by a job where they are many. */
export async function inStep(trx: TransactionClientContract, flow: number): Promise<void> {
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
