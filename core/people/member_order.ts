import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { MemberOrder } from '../contract/lists.js'

export const MEMBER_SORTS = ['name', 'email', 'company', 'registration_date', 'last_seen', 'progress'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

/** The sort order of people: by a column of the membership (`m`), or of a plugin's table with one row for each (`l`). */
export interface MemberLine {
  /** The table, with its alias. */
  readonly table: string
  readonly alias: 'm' | 'l'
  /** In SQL, never input. */
  readonly column: string
  /** The membership's id, in SQL. */
  readonly id: string
  /** The column's type, to write a value of it. */
  readonly type: string
  /** Nulls come last. */
  readonly mayBeNull: boolean
  readonly isDown: boolean
  /** A page can start at a row of the previous one, because the order is stored with the row. */
  readonly isByKey: boolean
}

// Matches the indexes of 0006_member_names. Only nullable columns say where nulls go.
const OWN: Record<MemberSort, Pick<MemberLine, 'column' | 'type' | 'mayBeNull' | 'isByKey'>> = {
  name: { column: 'm.sort_name', type: 'text', mayBeNull: false, isByKey: true },
  email: { column: 'm.email', type: 'text', mayBeNull: false, isByKey: true },
  company: { column: 'search_key(c.name)', type: 'text', mayBeNull: false, isByKey: false },
  registration_date: { column: 'm.created_at', type: 'timestamptz', mayBeNull: false, isByKey: true },
  last_seen: { column: 'm.last_seen_at', type: 'timestamptz', mayBeNull: true, isByKey: true },
  progress: { column: 'm.progress', type: 'smallint', mayBeNull: true, isByKey: true },
}

/** @param order the other plugin's column, when `sort` names one */
export function lineOf({ sort = 'name', order }: { sort?: string | undefined; order?: MemberOrder | undefined }): MemberLine {
  const isDown = sort.startsWith('-')
  if (!order) return { table: 'core_memberships as m', alias: 'm', id: 'm.id', isDown, ...OWN[sort.replace('-', '') as MemberSort] }
  const { table, column, type } = order
  return { table: `${table} as l`, alias: 'l', id: 'l.id', column: `l.${column}`, type, mayBeNull: true, isByKey: true, isDown }
}

/** The columns of memberships by the names of their sorts, and which are never null. */
export const OWN_COLUMNS = Object.fromEntries(MEMBER_SORTS.map((sort) => [sort, OWN[sort].column])) as Record<MemberSort, string>
export const NEVER_NULL: readonly MemberSort[] = MEMBER_SORTS.filter((sort) => !OWN[sort].mayBeNull)

/** A query as SQL, to embed in another one. */
export interface Statement {
  sql: string
  bindings: readonly unknown[]
}

/** The order of a list of people as SQL, nulls last in both directions. @param isMirrored read from the other end: nulls come first then */
export function orderBy({ column, id, isDown, mayBeNull }: MemberLine, isMirrored: boolean): string {
  const way = isDown === isMirrored ? 'asc' : 'desc'
  const nulls = mayBeNull ? ` nulls ${isMirrored ? 'first' : 'last'}` : ''
  return `${column} ${way}${nulls}, ${id} ${way}`
}

/** Joins the plugin's table that people are sorted by, if any. */
export function joinSortTable<B extends { join(table: string, one: string, other: string): unknown }>(query: B, line: MemberLine): B {
  if (line.alias !== 'm') query.join(line.table, line.id, 'm.id')
  return query
}

/**
 * The ids of the page after or before a row, at any depth. Each part is a range of one index; the next is read only while the page is not
 * full. The row's own value may be null or not; the parts cover both cases.
 * @param make makes the query of the matching members for each part
 */
export function idsBesideRow(
  make: () => DatabaseQueryBuilderContract,
  line: MemberLine,
  { row, isBefore, limit }: { row: number; isBefore: boolean; limit: number },
): Statement {
  const { column, id, alias } = line
  const past = line.isDown === isBefore ? '>' : '<'
  const ofRow = (what: string) => what.replaceAll(`${alias}.`, 'a.')
  const edge = (what: string) => `(select ${ofRow(what)} from ${line.table.replace(/ as .*/, '')} a where ${ofRow(id)} = :row)`
  const valued = `(${column}, ${id}) ${past} ${edge(`${column}, ${id}`)}`
  const alike = `${column} is null and ${id} ${past} ${edge(`case when ${column} is null then ${id} end`)}`
  const parts = !line.mayBeNull
    ? [valued]
    : isBefore
      ? [alike, valued, `${column} is not null and ${edge(`${column} is null`)}`]
      : [valued, alike, `${column} is null and ${edge(`${column} is not null`)}`]
  return joined(
    parts.map((condition) => make().whereRaw(condition, { row }).orderByRaw(orderBy(line, isBefore))),
    line,
    { limit },
  )
}

/**
 * The ids of a page some rows after a position in the order. The row at that position may be gone.
 * @param make makes the query of the matching members for each part
 * @param skip rows between the position and the page
 */
export function idsFromPosition(
  make: () => DatabaseQueryBuilderContract,
  line: MemberLine,
  { value, id, skip, limit }: { value: string | null; id: number; skip: number; limit: number },
): Statement {
  const { column } = line
  const past = line.isDown ? '<=' : '>='
  const parts = [
    ...(value === null ? [] : [make().whereRaw(`(${column}, ${line.id}) ${past} (?::${line.type}, ?)`, [value, id])]),
    ...(value === null ? [make().whereRaw(`${column} is null and ${line.id} ${past} ?`, [id])] : []),
    ...(value !== null && line.mayBeNull ? [make().whereRaw(`${column} is null`)] : []),
  ]
  return joined(
    parts.map((part) => part.orderByRaw(orderBy(line, false))),
    line,
    { skip, limit },
  )
}

/** Reads index ranges one after another until the page is full. */
function joined(
  parts: readonly DatabaseQueryBuilderContract[],
  line: MemberLine,
  { skip = 0, limit }: { skip?: number; limit: number },
): Statement {
  const written = parts.map((part) =>
    part
      .select(`${line.id} as id`)
      .limit(skip + limit)
      .toSQL(),
  )
  const sql = `select edge.id from (${written.map((part) => `(${part.sql})`).join(' union all ')}) as edge offset ${skip} limit ${limit}`
  return { sql, bindings: written.flatMap(({ bindings }) => bindings) }
}
