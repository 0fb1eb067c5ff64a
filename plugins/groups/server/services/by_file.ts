import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { versionOf } from '#core/kit/database'
import type { GroupKind, GroupsService, ImportedBy, JoinedByFile } from '../../contract/index.js'
import { queueRuleCheck } from './group_service.js'
import { undoJoinOne } from './member_service.js'

// Groups of a file that the plugin people reads.

type Joins = readonly { group: number; membership: number }[]

/** @see GroupsService.findByNames */
export async function findByNames(names: readonly string[], trx?: TransactionClientContract): Promise<Map<string, number>> {
  if (!names.length) return new Map()
  const { rows } = await (trx ?? db).rawQuery<{ rows: { id: number; name: string }[] }>(
    `select g.id, n as name from unnest(?::text[]) as n join groups_groups g on lower(g.name) = lower(n)`,
    [[...new Set(names)] as never],
  )
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
}

/** @see GroupsService.createMissing */
export async function createMissing(trx: TransactionClientContract, kind: GroupKind, names: readonly string[]): Promise<number[]> {
  // A colleague may have created one concurrently: that one is used.
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `insert into groups_groups (company_id, kind, name) select ?, ?, n from unnest(?::text[]) as n order by lower(n)
       on conflict (company_id, lower(name)) do nothing returning id`,
    [currentCompanyId(), kind, [...names]] as never[],
  )
  return rows.map(({ id }) => id)
}

/** @see GroupsService.find */
export const find = (group: number, trx?: TransactionClientContract): Promise<{ id: number; name: string } | null> =>
  (trx ?? db).from('groups_groups').where('id', group).select('id', 'name').first()

/** @see GroupsService.addMembers */
export async function addMembers(trx: TransactionClientContract, joins: Joins, by: ImportedBy): Promise<JoinedByFile[]> {
  if (!joins.length) return []
  const bound = [joins.map(({ group }) => group), joins.map(({ membership }) => membership)]
  const { rows } = await trx.rawQuery<{ rows: JoinedByFile[] }>(
    `with held as (
       select id from groups_groups where id = any(?::bigint[]) order by id for share
     ), asked as (
       select distinct g, m from unnest(?::bigint[], ?::bigint[]) as n(g, m) join held on held.id = n.g join kit_held_members(?) as h(id) on h.id = n.m
     ), before as (
       select x.group_id, x.membership_id, x.added from groups_members x join asked on asked.g = x.group_id and asked.m = x.membership_id
     ), came as (
       insert into groups_members (company_id, group_id, membership_id, added) select ?::bigint, g, m, 'import' from asked
         on conflict (company_id, group_id, membership_id) do update set added = coalesce(groups_members.added, 'import'), put_in_at = clock_timestamp()
         returning id, group_id, membership_id, put_in_at, xmax = 0 as is_new
     ), noted as (
       insert into groups_history (company_id, membership_id, group_name, act, how, by_membership_id, by_platform)
         select g.company_id, c.membership_id, g.name, 'joined', 'import', ?::bigint, ?::boolean
           from came c join groups_groups g on g.id = c.group_id where c.is_new
     )
     select c.group_id as "group", c.membership_id as membership, c.id as "row", not c.is_new as "wasIn", ${versionOf('c.put_in_at')} as version
       from came c left join before b on b.group_id = c.group_id and b.membership_id = c.membership_id
      where c.is_new or (b.membership_id is not null and b.added is null)`,
    [bound[0], ...bound, bound[1], currentCompanyId(), by.membershipId, by.companyId === null] as never[],
  )
  await queueRuleCheck(trx)
  return rows
}

/** @see GroupsService.removeMembers */
export async function removeMembers(trx: TransactionClientContract, joined: readonly JoinedByFile[], by: ImportedBy) {
  const stay: Awaited<ReturnType<GroupsService['removeMembers']>> = []
  for (const { membership, ...one } of joined) {
    const code = await undoJoinOne(trx, one, membership, by)
    if (typeof code === 'string') stay.push({ membership, code })
  }
  if (joined.length) await queueRuleCheck(trx)
  return stay
}

/** @see GroupsService.removeUnused */
export async function removeUnused(trx: TransactionClientContract, groups: readonly number[]): Promise<void> {
  const hasNone = (table: string) => `not exists (select 1 from ${table} x where x.company_id = g.company_id and x.group_id = g.id)`
  await trx.rawQuery(
    `delete from groups_groups g where g.id = any(?::bigint[]) and g.rule is null and ${hasNone('groups_members')} and ${hasNone('groups_courses')}`,
    [[...groups]] as never[],
  )
}

export const byFile: Pick<GroupsService, 'find' | 'findByNames' | 'createMissing' | 'addMembers' | 'removeMembers' | 'removeUnused'> = {
  ...{ find, findByNames, createMissing },
  ...{ addMembers, removeMembers, removeUnused },
}
