import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'

export const MEMBER_SORTS = ['name', 'email', 'company', 'registration_date', 'last_seen', 'progress'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

// As the indexes of 0006_member_names have them; only what may be null says where nulls go.
export const MEMBER_COLUMN: Record<MemberSort, string> = {
  name: 'm.sort_name',
  email: 'm.email',
  company: 'search_key(c.name)',
  registration_date: 'm.created_at',
  last_seen: 'm.last_seen_at',
  progress: 'm.progress',
}
/** Whom these sorts have no value of come last. */
export const MAY_BE_NULL: ReadonlySet<MemberSort> = new Set<MemberSort>(['last_seen', 'progress'])

/** The types of these columns, to write a value of theirs. */
const MEMBER_TYPE: Record<MemberSort, string> = {
  name: 'text',
  email: 'text',
  company: 'text',
  registration_date: 'timestamptz',
  last_seen: 'timestamptz',
  progress: 'smallint',
}

/** What a query says, to be put into another one. */
export interface Statement {
  sql: string
  bindings: readonly unknown[]
}

/** A name in a list's `sort`, or nothing for the list's own. */
export type MemberSorting = MemberSort | `-${MemberSort}`

const nameOf = (sort: MemberSorting) => sort.replace('-', '') as MemberSort

/** The order of a list of people as SQL, nulls last either way. @param isMirrored read from the other end: what is null comes first then */
export function orderBy(sort: MemberSorting, isMirrored: boolean): string {
  const isDown = sort.startsWith('-') !== isMirrored
  const nulls = MAY_BE_NULL.has(nameOf(sort)) ? ` nulls ${isMirrored ? 'first' : 'last'}` : ''
  return `${MEMBER_COLUMN[nameOf(sort)]} ${isDown ? 'desc' : 'asc'}${nulls}, m.id ${isDown ? 'desc' : 'asc'}`
}

/** Whether a page can begin at a row of the one before: the order is the membership's own. */
export const isByKey = (sort: MemberSorting) => nameOf(sort) !== 'company'

/**
 * The ids of the page after or before a row, however deep it is. Each part is a stretch of one index; the next is read only while
 * the page is not full. The row itself may be among those without a value, or not, which the parts find out.
 * @param make the members that are meant, anew for each part
 */
export function besideEdge(
  make: () => DatabaseQueryBuilderContract,
  sort: MemberSorting,
  { row, isBefore, limit }: { row: number; isBefore: boolean; limit: number },
): Statement {
  const column = MEMBER_COLUMN[nameOf(sort)]
  const past = sort.startsWith('-') === isBefore ? '>' : '<'
  const edge = (what: string) => `(select ${what.replaceAll('m.', 'a.')} from core_memberships a where a.id = :row)`
  const valued = `(${column}, m.id) ${past} ${edge(`${column}, m.id`)}`
  const alike = `${column} is null and m.id ${past} ${edge(`case when ${column} is null then m.id end`)}`
  const parts = !MAY_BE_NULL.has(nameOf(sort))
    ? [valued]
    : isBefore
      ? [alike, valued, `${column} is not null and ${edge(`${column} is null`)}`]
      : [valued, alike, `${column} is null and ${edge(`${column} is not null`)}`]
  return joined(
    parts.map((condition) => make().whereRaw(condition, { row }).orderByRaw(orderBy(sort, isBefore))),
    { limit },
  )
}

/**
 * The ids of a page some rows after a place in the order, of which the row itself may have gone elsewhere by now.
 * @param make the members that are meant, anew for each part
 * @param skip so many rows of the place and after it come before the page
 */
export function fromMark(
  make: () => DatabaseQueryBuilderContract,
  sort: MemberSorting,
  { value, id, skip, limit }: { value: string | null; id: number; skip: number; limit: number },
): Statement {
  const column = MEMBER_COLUMN[nameOf(sort)]
  const past = sort.startsWith('-') ? '<=' : '>='
  const parts = [
    ...(value === null ? [] : [make().whereRaw(`(${column}, m.id) ${past} (?::${MEMBER_TYPE[nameOf(sort)]}, ?)`, [value, id])]),
    ...(value === null ? [make().whereRaw(`${column} is null and m.id ${past} ?`, [id])] : []),
    ...(value !== null && MAY_BE_NULL.has(nameOf(sort)) ? [make().whereRaw(`${column} is null`)] : []),
  ]
  return joined(
    parts.map((part) => part.orderByRaw(orderBy(sort, false))),
    { skip, limit },
  )
}

/** Stretches of one index one after the other; the next is read only while the page is not full. */
function joined(parts: readonly DatabaseQueryBuilderContract[], { skip = 0, limit }: { skip?: number; limit: number }): Statement {
  const written = parts.map((part) =>
    part
      .select('m.id')
      .limit(skip + limit)
      .toSQL(),
  )
  const sql = `select edge.id from (${written.map((part) => `(${part.sql})`).join(' union all ')}) as edge offset ${skip} limit ${limit}`
  return { sql, bindings: written.flatMap(({ bindings }) => bindings) }
}
