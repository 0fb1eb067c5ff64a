import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'
import { BATCH } from './advance.js'
import { foundBy, type PeopleFilter } from './filter.js'
import type { By } from './history.js'
import { join } from './joining.js'
import { leave } from './leaving.js'

interface Synced extends PeopleFilter {
  id: number
  name: string
  version: number
  again: boolean
}

const COLUMNS = ['id', 'name', 'version', 'again', 'filter', 'filter_parts'] as const

/** Updates the people of one flow, in a transaction of its own. */
export async function syncFlow(id: number, by: By): Promise<void> {
  const flow: Synced | null = await db
    .from('flows_flows')
    .where('id', id)
    .select(...COLUMNS)
    .first()
  const found = flow && (await foundBy(flow))
  if (found) await db.transaction((trx) => syncPeople(trx, id, found, by))
}

/**
 * Adds people who now match the flow's groups or filter, and removes those who no longer match, unless a step has started for them. People
 * who were removed by hand stay out until they stop matching and match again.
 * @param found the people its filter matches
 */
export async function syncPeople(trx: TransactionClientContract, id: number, found: readonly number[], by: By): Promise<void> {
  const flow: Synced | null = await trx
    .from('flows_flows')
    .where('id', id)
    .forUpdate()
    .select(...COLUMNS)
    .first()
  const inGroups = flow && (await membersOfGroups(id, trx))
  // While the groups plugin is off, groups add and remove nobody.
  if (!flow || !inGroups) return
  const meant = [...new Set([...inGroups, ...found])]
  const came = await noteMatches(trx, id, meant)
  if (came.length) {
    await join(
      trx,
      flow,
      came.filter((member) => inGroups.has(member)),
      'group',
      by,
    )
    await join(
      trx,
      flow,
      came.filter((member) => !inGroups.has(member)),
      'filter',
      by,
    )
  }
  const gone = await untouched(trx, id, meant)
  for (let from = 0; from < gone.length; from += BATCH)
    await leave(trx, flow, gone.slice(from, from + BATCH), { cancel: true, forget: true }, by)
}

/** The people in the flow's groups; null while groups are switched off. */
async function membersOfGroups(id: number, trx: TransactionClientContract): Promise<Set<number> | null> {
  const groups: { group_id: number }[] = await trx.from('flows_groups').where('flow_id', id).select('group_id')
  return peopleIn(
    groups.map((row) => row.group_id),
    trx,
  )
}

/** The people in these groups; null while groups are switched off. */
export async function peopleIn(groups: readonly number[], trx?: TransactionClientContract): Promise<Set<number> | null> {
  if (!groups.length) return new Set()
  const members = await (await serviceOf(groupsService, trx))?.membersOf(groups, trx)
  return members ? new Set([...members.values()].flat()) : null
}

/** Stores who matches now. @returns people who did not match last time and may be in a flow */
async function noteMatches(trx: TransactionClientContract, id: number, meant: readonly number[]): Promise<number[]> {
  await trx.rawQuery('delete from flows_matches where flow_id = ? and not (membership_id = any(?::bigint[]))', [id, [...meant]] as never)
  const { rows } = await trx.rawQuery<{ rows: { membership_id: number }[] }>(
    `insert into flows_matches (company_id, flow_id, membership_id)
       select :company, :flow, m.id from kit_members m
        where m.id in (select kit_held_members(:meant::bigint[])) and m.role = 'leerling' and m.state in ('active', 'invited')
          and not exists (select 1 from flows_matches o where o.company_id = :company and o.flow_id = :flow and o.membership_id = m.id)
        order by m.id
     on conflict (company_id, flow_id, membership_id) do nothing returning membership_id`,
    { company: currentCompanyId(), flow: id, meant: [...meant] } as never,
  )
  return rows.map((row) => row.membership_id)
}

/** People who were added by a group or filter, no longer match, and have no started step. */
export async function untouched(
  client: Pick<TransactionClientContract, 'rawQuery'>,
  id: number,
  meant: readonly number[],
): Promise<number[]> {
  const { rows } = await client.rawQuery<{ rows: { membership_id: number }[] }>(
    `select p.membership_id from flows_people p
      where p.flow_id = ? and p.origin in ('group', 'filter') and p.removed_at is null and p.finished_on is null
        and not (p.membership_id = any(?::bigint[]))
        and not exists (select 1 from flows_steps s where s.company_id = p.company_id and s.person_id = p.id and s.started_on is not null)`,
    [id, [...meant]] as never,
  )
  return rows.map((row) => row.membership_id)
}
