import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { largePage } from '../lists/large_pages.js'
import { MAX_COUNTED } from '../lists/large_search.js'
import type { Page } from '../lists/list_query.js'
import { searchWords } from '../lists/search_words.js'
import { currentScope } from '../tenancy/scope.js'
import { NEVER_NULL, OWN_COLUMNS, joinSortTable, lineOf } from './member_order.js'
import { type MemberColumns, type MemberList, type MemberRow, filterBy, members, valuesOf } from './members.js'

/** Above this many matches they are not ordered by relevance. */
export const RANKED_MATCHES = 1000

const SEARCH_KEYS = '(select array_agg(search_key(word)) from unnest(?::text[]) word)'
const findFunction = () => (currentScope()?.kind === 'across' ? 'core_find_members_across' : 'core_find_members')
const searchFunction = () => (currentScope()?.kind === 'across' ? 'core_search_members_across' : 'core_search_members')

/** Selects the matching members by the membership alone (`m`). */
export function narrowTo<B extends DatabaseQueryBuilderContract<never> | DatabaseQueryBuilderContract>(query: B, list: MemberList): B {
  if (list.search) query.whereRaw(`m.id in (select ${searchFunction()}(${SEARCH_KEYS}, null))`, [searchWords(list.search)])
  return filterBy(query, list)
}

/** The matching members in their order; other columns are read after the page is cut. */
export function chosen(list: MemberList) {
  const line = lineOf(list)
  if (line.alias === 'm') return narrowTo(db.from(line.table), list)
  return filterBy(withMembers(db.from(line.table)), list, line)
}

/** The same people without a plugin's order, for counting. */
export const inOwnLine = ({ order: _order, sort: _sort, ...list }: MemberList): MemberList => list

/** Memberships beside a plugin's order. If no condition names them, the database does not read them. */
const withMembers = (query: DatabaseQueryBuilderContract) => query.leftJoin('core_memberships as m', 'm.id', 'l.id')

/** The current number of matching members. */
export async function countMembers(list: MemberList): Promise<number> {
  const [row] = await chosen(inOwnLine(list)).count('* as total')
  return Number(row.total)
}

/** True if the person's text has every word of a search. A scalar per row: as a join the planner would read all texts first. */
const SAYS = (
  column: string,
) => `(select case when t.search_text like all ((select array_agg('%' || replace(replace(replace(search_key(word), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%')
  from unnest(?::text[]) word)::text[]) then true else false end from core_member_texts t where t.member_id = ${column})`

/**
 * The people that a search means, as a condition on a membership column, for rows about people without a text of their own. Few people
 * become ids, which an index serves; for many each row is checked.
 * @param column in SQL, never input
 * @param few the most people that become ids
 */
export async function memberCondition(
  column: string,
  search: string,
  few = RANKED_MATCHES,
): Promise<{ sql: string; values: unknown[]; isCommon: boolean }> {
  const found = `select ${searchFunction()}(${SEARCH_KEYS}, ?) as id`
  const { rows } = await db.rawQuery<{ rows: { id: number | string }[] }>(found, [searchWords(search), few + 1] as never)
  // Only a few people match through a tolerated typo.
  if (rows.length > few) return { sql: SAYS(column), values: [searchWords(search)], isCommon: true }
  return { sql: `${column} = any(?::bigint[])`, values: [rows.map(({ id }) => Number(id))], isCommon: false }
}

interface FoundPage {
  ids: number[]
  total: number
  /** There are more, not counted. */
  hasMore: boolean
}

/** A page of search results, best matches first unless the person sorts, and their number, in one query. */
export async function searched(list: MemberList, skip: number, perPage: number): Promise<FoundPage> {
  const { search, company = null, sort = null, after = null } = list
  const [roles, states] = [list.role, list.status].map((value) => (value ? valuesOf(value as string | string[]) : null))
  const { rows } = await db.rawQuery<{ rows: { ids: number[]; total: number | string | null }[] }>(
    `select ids, total from ${findFunction()}(${SEARCH_KEYS}, ?::text[], ?::text[], ?, ?, ?, ?, ?)`,
    [searchWords(search!), roles, states, company, sort, skip, perPage, skip ? after : null] as string[],
  )
  const { ids, total } = rows[0]!
  const hasMore = total === null
  return { ids: ids.map(Number), total: hasMore ? MAX_COUNTED : Number(total), hasMore }
}

/** Up to this many ids are faster to send to the database and back than checking as many texts under a filter. */
const FEW_IDS = 5000

/** Under another plugin's filter or order, people are a large list like any other, and the search is one more condition. */
export function searchedWithin<C extends string>(
  list: MemberList,
  columns: MemberColumns<C> | undefined,
): Promise<Page<MemberRow & Record<C, number>>> {
  const line = lineOf(list)
  // Only the search selects people, so its matches are counted, and too many are detected.
  const isWhole = !list.narrow?.length && !list.role && !list.status && !list.company
  const company = '(select search_key(o.name) from core_companies o where o.id = m.company_id)'
  return largePage(
    {
      table: line.table,
      neverNull: NEVER_NULL as readonly string[],
      meaning: async (search) => {
        const found = await memberCondition(line.id, search, isWhole ? MAX_COUNTED : FEW_IDS)
        return { ...found, isSurelyMany: isWhole && found.isCommon }
      },
    },
    {
      sort: { ...OWN_COLUMNS, company, ...(list.order && { [list.sort!.replace('-', '')]: line.column }) },
      defaultSort: 'name',
      search: 'm.sort_name',
      id: line.id,
    },
    list,
    {
      make: () => joinSortTable(members(columns), line),
      narrow: (query) => {
        if (line.alias !== 'm') withMembers(query as never)
        filterBy(query as never, list, line)
      },
    },
  )
}
