import db from '@adonisjs/lucid/services/db'
import type { PeopleFilter } from '#core/contract/lists'
import { GROUP_FILTER } from '../../contract/index.js'

/** The group filter of every list and report about people. Another company's group has no members. */
export const groupFilter: PeopleFilter = {
  key: GROUP_FILTER,
  label: 'groups.filter',
  table: 'groups_groups',
  choicesOf: async ({ companyId }) => {
    const rows = await db
      .from('groups_groups as g')
      .join('kit_companies as c', 'c.id', 'g.company_id')
      .orderByRaw('search_key(c.name), search_key(g.name), g.id')
      .limit(1000)
      .select('g.id', 'g.name', 'c.name as company')
    return rows.map(({ id, name, company }) => ({ value: String(id), label: companyId === null ? `${name} (${company})` : name }))
  },
  // Uses the group's company, because the indexes start with it and an admin's query has none: read once, not per person. Uses the group's
  // id, because the planner has statistics for it.
  where: (query, id, { membershipId }) =>
    query.whereRaw(
      `${membershipId} in (select gm.membership_id from groups_members gm
         where gm.company_id = (select g.company_id from groups_groups g where g.id = ?) and gm.group_id = ?)`,
      [id, id],
    ),
}
