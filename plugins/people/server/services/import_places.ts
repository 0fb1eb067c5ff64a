import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type GroupKind, groupsService, type JoinedByFile } from '#plugins/groups/contract/index'
import { firstSpellings } from './import_check.js'
import { membersCalled } from './work.js'

// Sets the groups and managers of imported people, after the people were added.

/** Appends a note to a line when a part of it could not be done. */
const NOTE = 'coalesce(r.refused, n.refused)'

interface Waiting {
  id: number
  membership_id: number
  groups: string[]
}

/**
 * Adds people to the groups that their lines name, a batch of lines at a time. Creates missing groups if that was chosen.
 * @returns whether there was a line to do
 */
export async function joinGroups(session: Session, importId: number, most: number): Promise<boolean> {
  const groups = await serviceOf(groupsService)
  return db.transaction(async (trx) => {
    const order: { create_groups: GroupKind | null; group_id: number | null } = await trx
      .from('people_imports')
      .where('id', importId)
      .forUpdate()
      .select('create_groups', 'group_id')
      .firstOrFail()
    const lines = (await trx
      .from('people_import_rows')
      .where('import_id', importId)
      .whereNotNull('groups')
      .whereNotNull('membership_id')
      .orderBy('line')
      .limit(most)
      .forUpdate()
      .select('id', 'membership_id', 'groups')) as Waiting[]
    if (!lines.length) return false
    const known = await groupsNamed(trx, importId, { names: lines.flatMap((line) => line.groups), kind: order.create_groups })
    // The group of the whole file, unless it was deleted meanwhile.
    const whole = order.group_id === null ? null : ((await groups?.find(order.group_id, trx))?.id ?? null)
    const joins = lines.flatMap(({ membership_id: membership, groups: names }) =>
      [...names.flatMap((name) => known.get(name.toLowerCase()) ?? []), ...(whole === null ? [] : [whole])].map((group) => ({
        group,
        membership,
      })),
    )
    const joined = Map.groupBy((await groups?.addMembers(trx, joins, session)) ?? [], ({ membership }) => Number(membership))
    // A group was deleted since the file was checked.
    const isGone = (names: readonly string[]) =>
      !names.every((name) => known.has(name.toLowerCase())) || (order.group_id !== null && whole === null)
    await trx.rawQuery(
      `update people_import_rows r set groups = null, refused = ${NOTE}, joined = coalesce(r.joined, '[]') || n.joined::jsonb
         from unnest(?::bigint[], ?::text[], ?::text[]) as n(id, refused, joined) where r.id = n.id`,
      [
        lines.map(({ id }) => id),
        lines.map((line) => (isGone(line.groups) ? 'unknown_group' : null)),
        // Each with one line only: of several lines about a person, the first.
        lines.map(({ membership_id: membership }) => {
          const own = joined.get(Number(membership)) ?? []
          joined.delete(Number(membership))
          return JSON.stringify(own)
        }),
      ] as never[],
    )
    return true
  })
}

async function groupsNamed(
  trx: TransactionClientContract,
  importId: number,
  { names, kind }: { names: readonly string[]; kind: GroupKind | null },
): Promise<Map<string, number>> {
  const groups = await serviceOf(groupsService)
  if (!groups) return new Map()
  const known = await groups.findByNames(names, trx)
  const fresh = firstSpellings(names.filter((name) => !known.has(name.toLowerCase())))
  if (!kind || !fresh.length) return known
  const made = await groups.createMissing(trx, kind, fresh)
  await trx.rawQuery('update people_imports set made_groups = made_groups || ?::jsonb where id = ?', [JSON.stringify(made), importId])
  return groups.findByNames(names, trx)
}

/** Sets the manager that each line of an import names, who is a member of the company by now. One transaction. */
export async function setManagers(importId: number): Promise<void> {
  const of = () => db.from('people_import_rows').where('import_id', importId).whereNotNull('manager').whereNotNull('membership_id')
  const keys = (await of().distinct('manager')) as { manager: string }[]
  if (!keys.length) return
  const { emails, numbers } = await membersCalled(keys.map(({ manager }) => manager))
  const found = keys.map(({ manager }) => ({ key: manager, id: emails.get(manager) ?? numbers.get(manager) ?? null }))
  await db.transaction(async (trx) => {
    // No row can be written for a person who is being erased at the same time.
    const ids = found.flatMap(({ id }) => id ?? [])
    const { rows: held } = await trx.rawQuery<{ rows: { id: number }[] }>('select kit_held_members(?) as id', [ids as never])
    const there = new Set(held.map(({ id }) => id))
    await trx.rawQuery(
      `with named as (
         select r.id, r.company_id, r.membership_id, n.manager
           from people_import_rows r join unnest(?::text[], ?::bigint[]) as n(key, manager) on n.key = r.manager
          where r.import_id = ? and r.membership_id is not null
       ), kept as (
         insert into people_work as w (company_id, membership_id, manager_id)
           select company_id, membership_id, manager from named where manager is not null and manager <> membership_id
         on conflict (company_id, membership_id) do update set manager_id = excluded.manager_id, updated_at = clock_timestamp()
       )
       update people_import_rows r set manager = null, refused = coalesce(r.refused, case when n.manager is null then 'unknown_manager' end)
         from named n where r.id = n.id`,
      [found.map(({ key }) => key), found.map(({ id }) => (id !== null && there.has(id) ? id : null)), importId] as never[],
    )
  })
}

/**
 * Takes people who existed before out of the groups that they joined by an import, a batch of lines at a time. Their lines are deleted,
 * except for those who stay.
 * @returns how many lines were done
 */
export async function leaveGroups(session: Session, importId: number, most: number): Promise<number> {
  const groups = await serviceOf(groupsService)
  return db.transaction(async (trx) => {
    const lines = (await trx
      .from('people_import_rows')
      .where({ import_id: importId, known: true })
      .whereNotNull('membership_id')
      .whereNull('problem')
      .orderBy('line')
      .limit(most)
      .forUpdate()
      .select('id', 'membership_id', 'joined')) as { id: number; membership_id: number; joined: JoinedByFile[] | null }[]
    if (!lines.length) return 0
    const stay = (await groups?.removeMembers(trx, lines.flatMap(({ joined }) => joined ?? []), session)) ?? [] // prettier-ignore
    const codes = new Map(stay.map(({ membership, code }) => [Number(membership), code]))
    for (const { id, membership_id: membership } of lines) {
      const code = codes.get(Number(membership))
      if (code) await trx.from('people_import_rows').where('id', id).update({ problem: code })
    }
    await trx
      .from('people_import_rows')
      .whereIn(
        'id',
        lines.map(({ id }) => id),
      )
      .whereNull('problem')
      .delete()
    return lines.length
  })
}

/** Deletes the groups that an import created and that are empty now. */
export async function removeMadeGroups(importId: number): Promise<void> {
  const groups = await serviceOf(groupsService)
  await db.transaction(async (trx) => {
    const row: { made_groups: number[] } | null = await trx.from('people_imports').where('id', importId).select('made_groups').first()
    if (row?.made_groups.length) await groups?.removeUnused(trx, row.made_groups)
  })
}
