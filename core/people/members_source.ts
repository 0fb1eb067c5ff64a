import { fullName } from '../contract/full_name.js'
import db from '@adonisjs/lucid/services/db'
import type { ListedRow } from '../contract/lists.js'
import type { ListSource } from '../lists/define_list.js'
import { keysetBatches } from '../lists/keyset.js'
import { listMembers } from './list_members.js'
import { RANKED_MATCHES, countMembers, narrowTo } from './member_search.js'
import { type MemberColumns, type MemberList, type MemberRow, members } from './members.js'
import { joinSortTable, lineOf } from './member_order.js'

/**
 * The people of the running scope as a list's source.
 * @param columns what the list adds to each row
 * @typeParam R the types of those columns; numbers when left out
 */
export function membersSource<C extends string = never, R = Record<C, number>>(columns?: MemberColumns<C>): ListSource<MemberRow & R> {
  const source: ListSource<MemberRow & Record<C, number>> = {
    ofPeople: true,
    takesOrders: true,
    page: (query) => listMembers(query as MemberList, columns),
    glance: (query) => {
      const line = lineOf({})
      const { sql, bindings } = narrowTo(db.from('core_memberships as m'), query as MemberList)
        .select(db.raw(`${line.id} as id, ${line.column} as by`))
        .toSQL()
      return { sql, bindings, inLine: 's.by, s.id' }
    },
    count: (query) => countMembers(query as MemberList),
    async *batches(query) {
      const list = query as MemberList
      // Up to this many are ordered by relevance, as on the screen.
      if (list.search && !list.sort && (await countMembers(list)) <= RANKED_MATCHES) {
        yield (await listMembers({ ...list, page: 1, per_page: RANKED_MATCHES }, columns)).data
        return
      }
      const line = lineOf(list)
      await list.order?.settle()
      const inLine = () => joinSortTable(narrowTo(members(columns), list), line)
      yield* keysetBatches(inLine, { column: line.column, key: line.id, descending: line.isDown })
    },
    async ids(query, past, limit, only) {
      const found = narrowTo(db.from('core_memberships as m'), query as MemberList)
        .select(db.raw('m.id, m.company_id as "companyId"'))
        .where('m.id', '>', past)
        .orderBy('m.id')
        .limit(limit)
      if (only) found.whereIn('m.id', [...only])
      return (await found) as ListedRow[]
    },
  }
  return source as unknown as ListSource<MemberRow & R>
}

/** Full names by membership, for members that the scope can see. */
export async function memberNames(ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .from('core_memberships')
    .whereIn('id', [...ids])
    .select('id', 'firstname', 'infix', 'lastname')
  return new Map(rows.map(({ id, firstname, infix, lastname }) => [id, fullName({ firstname, infix, lastname })]))
}
