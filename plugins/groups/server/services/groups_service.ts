import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { orUniqueError } from '#core/kit/database'
import type { GroupsService } from '../../contract/index.js'
import { byFile } from './by_file.js'
import { UNIQUE, addGroup, dissolve, queueRuleCheck } from './group_service.js'
import { join, leave } from './member_service.js'

/** The service for other plugins, through the token of the contract. */
export const service: GroupsService = {
  ...byFile,
  list: () => db.from('groups_groups').orderByRaw('search_text, id').limit(1000).select('id', 'kind', 'name'),
  async membersOf(groups, trx) {
    const rows: { group_id: number; membership_id: number }[] = await (trx ?? db)
      .from('groups_members')
      .whereIn('group_id', [...groups])
      .select('group_id', 'membership_id')
    const members = new Map<number, number[]>()
    for (const { group_id: group, membership_id: id } of rows) {
      const known = members.get(group)
      if (known) known.push(id)
      else members.set(group, [id])
    }
    return members
  },
  create: (trx, name) => addGroup({ kind: 'department', name, rule: null }, trx),
  async rename(trx, group, name) {
    const changed = await orUniqueError(UNIQUE, () =>
      trx
        .from('groups_groups')
        .where('id', group)
        .update({ name, updated_at: trx.raw('clock_timestamp()') }),
    )
    if (!Number(changed)) throw notFound()
  },
  remove: (trx, group) => dissolve(trx, group, null),
  async change(trx, group, { join: coming, leave: going }) {
    const known: { id: number }[] = await trx
      .from('kit_members')
      .whereIn('id', [...coming])
      .select('id')
    if (known.length)
      await join(
        trx,
        group,
        known.map(({ id }) => Number(id)),
        null,
      )
    const leaving: { membership_id: number }[] = await trx
      .from('groups_members')
      .where({ group_id: group, by_rule: false })
      .whereIn('membership_id', [...going])
      .select('membership_id')
    for (const { membership_id: id } of leaving) await leave(trx, group, Number(id), null)
    if (known.length) await queueRuleCheck(trx, known.length === 1 ? Number(known[0]!.id) : null)
  },
}
