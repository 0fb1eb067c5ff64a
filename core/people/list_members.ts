import db from '@adonisjs/lucid/services/db'
import type { Page } from '../lists/list_query.js'
import { cachedCount } from './cached_count.js'
import { type MemberLine, type Statement, idsBesideRow, joinSortTable, idsFromPosition, lineOf, orderBy } from './member_order.js'
import { chosen, inOwnLine, searched, searchedWithin } from './member_search.js'
import { DEEP_OFFSET, addMark, marksOf, nearestMark } from './page_marks.js'
import { type MemberColumns, type MemberList, type MemberRow, members } from './members.js'

interface Cut {
  /** The page's ids and their sort values. */
  ids: Statement
  order: string
  /** The sort column, if it is not a column of the membership. */
  line?: MemberLine
}

interface Place {
  skip: number
  perPage: number
  total: number
}

/** A page in index order, counted from the nearer end. */
function browsed(list: MemberList, line: MemberLine, { skip, perPage, total }: Place): Cut {
  const [order, mirrored] = [orderBy(line, false), orderBy(line, true)]
  const ids = chosen(list).select(`${line.id} as id`)
  if (!line.isByKey) ids.join('core_companies as c', 'c.id', 'm.company_id')
  const left = Math.max(total - skip, 0)
  if (skip > total / 2)
    ids
      .orderByRaw(mirrored)
      .offset(Math.max(left - perPage, 0))
      .limit(Math.min(perPage, left))
  else ids.orderByRaw(order).offset(skip).limit(perPage)
  return { ids: ids.toSQL(), order, line }
}

/** A page far from both ends, counted from the last page that was opened by number. */
async function byNumber<C extends string>(
  list: MemberList,
  line: MemberLine,
  place: Place,
  { columns, filters }: { columns: MemberColumns<C> | undefined; filters: object },
) {
  const { skip, perPage, total } = place
  if (Math.min(skip, total - skip) < DEEP_OFFSET || !line.isByKey) return read(browsed(list, line, place), columns)
  const marks = await marksOf(['pages', filters, list.sort ?? 'name'])
  const mark = nearestMark(marks, skip, total)
  const near = mark && { ...mark, skip: skip - mark.before, limit: perPage }
  const cut = near
    ? { ids: idsFromPosition(() => chosen(list), line, near), order: orderBy(line, false), line }
    : browsed(list, line, place)
  const rows = await read(cut, columns, line.column)
  const [first] = rows
  if (first) addMark(marks, { before: skip, value: first.in_line!, id: first.id })
  for (const row of rows) delete row.in_line
  return rows
}

/** A page whose ids are known, in their order. */
function theseIds(found: readonly number[]): Cut {
  const ids = db
    .from('core_memberships as m')
    .whereRaw('m.id = any(?)', [found as number[]])
    .select('m.id')
    .toSQL()
  return { ids, order: `array_position(array[${found.join(', ')}]::bigint[], m.id)` }
}

/**
 * The people of the running scope: one company's, or everybody's in work across companies. A search without a sort puts the best matches
 * first.
 * @param columns what a plugin adds to each row
 */
export async function listMembers<C extends string = never>(
  list: MemberList,
  columns?: MemberColumns<C>,
): Promise<Page<MemberRow & Record<C, number>>> {
  const page = list.page ?? 1
  const perPage = list.per_page ?? 25
  const skip = (page - 1) * perPage
  await list.order?.settle()
  if (list.search) {
    if (list.narrow?.length || list.order) return searchedWithin(list, columns)
    let found = await searched(list, skip, perPage)
    if (found.hasMore && !found.ids.length && list.after) found = await searched({ ...list, after: undefined }, skip, perPage)
    const meta = { total: found.total, page, per_page: perPage, ...(found.hasMore && { more: true as const }) }
    return { data: await read(theseIds(found.ids), columns), meta }
  }
  const {
    page: _page,
    per_page: _size,
    sort: _sort,
    columns: _columns,
    narrow: _narrow,
    order,
    after: _after,
    before: _before,
    ...filters
  } = list
  // The order does not change the count, so it is counted once.
  const total = await cachedCount(['members', filters], () => chosen(inOwnLine(list)).count('* as total'))
  const row = list.after ?? list.before
  const line = lineOf({ sort: list.sort, order })
  if (row && line.isByKey) {
    const ids = idsBesideRow(() => chosen(list), line, { row, isBefore: !list.after, limit: perPage })
    const data = await read({ ids, order: orderBy(line, false), line }, columns)
    // Otherwise the row at the edge of the previous page is gone.
    if (data.length || total <= skip) return { data, meta: { total, page, per_page: perPage } }
  }
  const data = await byNumber(list, line, { skip, perPage, total }, { columns, filters })
  return { data, meta: { total, page, per_page: perPage } }
}

/** @param inLine the sort value, where it is asked for; returned as `in_line` */
async function read<C extends string>(
  { ids, order, line }: Cut,
  columns: MemberColumns<C> | undefined,
  inLine?: string,
): Promise<(MemberRow & Record<C, number> & { in_line?: string | null })[]> {
  const query = members(columns).joinRaw(`join (${ids.sql}) as page on page.id = m.id`, ids.bindings as string[])
  if (line) joinSortTable(query, line)
  if (inLine) query.select(db.raw(`${inLine}::text as in_line`))
  return (await query.orderByRaw(order)) as (MemberRow & Record<C, number>)[]
}
