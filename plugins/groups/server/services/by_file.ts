import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import type { GroupKind, GroupsService, ImportedBy } from '../../contract/index.js'
import { settleSoon } from './group_service.js'

// Groups of a file that the plugin people reads.

type Joins = readonly { group: number; membership: number }[]

/** @see GroupsService.named */
export async function named(names: readonly string[], trx?: TransactionClientContract): Promise<Map<string, number>> {
  if (!names.length) return new Map()
  const { rows } = await (trx ?? db).rawQuery<{ rows: { id: number; name: string }[] }>(
    `select g.id, n as name from unnest(?::text[]) as n join groups_groups g on lower(g.name) = lower(n)`,
    [[...new Set(names)] as never],
  )
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
}

/** @see GroupsService.makeMissing */
export async function makeMissing(trx: TransactionClientContract, kind: GroupKind, names: readonly string[]): Promise<number[]> {
  // A colleague may have created one concurrently: that one is used.
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `insert into groups_groups (company_id, kind, name) select ?, ?, n from unnest(?::text[]) as n order by lower(n)
       on conflict (company_id, lower(name)) do nothing returning id`,
    [currentCompanyId(), kind, [...names]] as never[],
  )
  return rows.map(({ id }) => id)
}

/** @see GroupsService.putIn */
export async function putIn(trx: TransactionClientContract, joins: Joins, by: ImportedBy): Promise<void> {
  if (!joins.length) return
  const bound = [joins.map(({ group }) => group), joins.map(({ membership }) => membership)]
  await trx.rawQuery(
    `with held as (
       select id from groups_groups where id = any(?::bigint[]) order by id for share
     ), came as (
       insert into groups_members (company_id, group_id, membership_id, added)
         select distinct ?::bigint, g, m, 'import' from unnest(?::bigint[], ?::bigint[]) as n(g, m)
           join held on held.id = n.g join kit_held_members(?) as h(id) on h.id = n.m
         on conflict (company_id, group_id, membership_id) do update set added = coalesce(groups_members.added, 'import'), put_in_at = clock_timestamp()
         returning group_id, membership_id, xmax = 0 as is_new)
     insert into groups_history (company_id, membership_id, group_name, act, how, by_membership_id, by_platform)
       select g.company_id, c.membership_id, g.name, 'joined', 'import', ?::bigint, ?::boolean
         from came c join groups_groups g on g.id = c.group_id where c.is_new`,
    [bound[0], currentCompanyId(), ...bound, bound[1], by.membershipId, by.companyId === null] as never[],
  )
  await settleSoon(trx)
}

/** @see GroupsService.removeUnused */
export async function removeUnused(trx: TransactionClientContract, groups: readonly number[]): Promise<void> {
  const hasNone = (table: string) => `not exists (select 1 from ${table} x where x.company_id = g.company_id and x.group_id = g.id)`
  await trx.rawQuery(
    `delete from groups_groups g where g.id = any(?::bigint[]) and g.rule is null and ${hasNone('groups_members')} and ${hasNone('groups_courses')}`,
    [[...groups]] as never[],
  )
}

export const byFile: Pick<GroupsService, 'named' | 'makeMissing' | 'putIn' | 'removeUnused'> = { named, makeMissing, putIn, removeUnused }
