import db from '@adonisjs/lucid/services/db'
import type { GroupsService } from '../../contract/index.js'

/** What other plugins use, through the token of the contract. */
export const service: GroupsService = {
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
}
