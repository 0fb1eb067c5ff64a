import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import db from '@adonisjs/lucid/services/db'
import type { ListRequest } from './define_list.js'
import type { Page } from './list_query.js'

/** So many rows are counted and can be paged through, a hundred pages; who wants what lies further sorts the other way, narrows or searches. */
export const MOST_COUNTED = 2500
/** Shorter words forgive no typo. */
const FORGIVING = 4

/** Any of these patterns of `like`, for each word of a search. */
export type WordPatterns = readonly (readonly string[])[]

/** What a list of a million rows says of its table, so that a page of it costs what one of ten thousand does. */
export interface LargeList<S extends string> {
  /** The table with its alias, such as `booking_bookings as i`: everything that filters and orders is a column of it. */
  table: string
  /** Sorts whose column is never null. Each sort wants an index with `company_id` before it, and one without. */
  neverNull: readonly S[]
  /** Ids of what a search means, no more than `most`. It asks past the policies, under which no index of parts of a text serves. */
  find: (patterns: WordPatterns, most: number) => Promise<number[]>
  /** Words of the rows much like one that nobody has. */
  near: (word: string) => Promise<string[]>
}

interface Order<S extends string> {
  sort: Readonly<Record<S, string>>
  defaultSort: S | `-${S}`
  search: string
  id: string
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
// Of two letters no index has the inside of a word.
const patternsOf = (word: string) =>
  word.length > 2 ? [`%${escaped(word)}%`] : [`${escaped(word)}%`, ...[' ', '-'].map((edge) => `%${edge}${escaped(word)}%`)]

/** The words of a search as the text has them. */
async function wordsOf(search: string): Promise<string[]> {
  const typed = search.split(/\s+/).filter(Boolean).slice(0, 8)
  const { rows } = await db.rawQuery<{ rows: { word: string }[] }>('select search_key(w) as word from unnest(?::text[]) w', [
    typed,
  ] as never)
  return rows.map(({ word }) => word).filter(Boolean)
}

/** What a search means: ids where they are few, else the patterns that the rows are walked with. A typo is forgiven where nothing has the word. */
async function meant<S extends string>({ find, near }: LargeList<S>, search: string): Promise<{ ids?: number[]; patterns: WordPatterns }> {
  const words = await wordsOf(search)
  let patterns: WordPatterns = words.map(patternsOf)
  if (!patterns.length) return { patterns }
  let ids = await find(patterns, MOST_COUNTED + 1)
  if (!ids.length && words.some((word) => word.length >= FORGIVING)) {
    const forgiven = async (word: string) => [
      ...patternsOf(word),
      ...(word.length < FORGIVING ? [] : (await near(word)).map((one) => `%${escaped(one)}%`)),
    ]
    patterns = await Promise.all(words.map(forgiven))
    ids = await find(patterns, MOST_COUNTED + 1)
  }
  return ids.length > MOST_COUNTED ? { patterns } : { ids, patterns }
}

/**
 * One page of a large list: the ids by an index, no more of them than are shown or counted, and what is read of a row only for those.
 * @param make the query with its columns
 * @param narrow the list's own filters and those of others
 */
export async function largePage<Row, S extends string>(
  large: LargeList<S>,
  { sort, defaultSort, search, id }: Order<S>,
  list: ListRequest,
  { make, narrow }: { make: () => DatabaseQueryBuilderContract<Row>; narrow: (query: DatabaseQueryBuilderContract<Row>) => void },
): Promise<Page<Row>> {
  const page = list.page ?? 1
  const perPage = list.per_page ?? 25
  const skip = (page - 1) * perPage
  const found = list.search ? await meant(large, list.search) : null
  const rows = () => {
    const query = db.from(large.table) as DatabaseQueryBuilderContract<Row>
    narrow(query)
    if (found?.ids) query.whereRaw(`${id} = any(?::bigint[])`, [found.ids as never])
    else
      for (const patterns of found?.patterns ?? [])
        query.whereRaw(`(${patterns.map(() => `${search} like ?`).join(' or ')})`, [...patterns])
    return query
  }
  const by = String(list.sort ?? defaultSort)
  const name = by.replace('-', '') as S
  const column = sort[name]
  const [way, past] = by.startsWith('-') ? ['desc', '<'] : ['asc', '>']
  const isNeverNull = large.neverNull.includes(name)
  // Found without an order: the planner takes the index of what is rarest, and not one that walks everybody in line.
  const set = rows()
    .select(db.raw(`${id} as id, ${column} as by`))
    .limit(MOST_COUNTED + 1)
    .toSQL()
  const { rows: counted } = await db.rawQuery<{ rows: { total: number }[] }>(`select count(*)::int as total from (${set.sql}) s`, [
    ...set.bindings,
  ] as never)
  const all = counted[0]!.total
  const hasMore = all > MOST_COUNTED
  const meta = { total: Math.min(all, MOST_COUNTED), page, per_page: perPage, ...(hasMore && { more: true as const }) }

  const nulls = isNeverNull ? '' : ' nulls last'
  const order = `${column} ${way}${nulls}, ${id} ${way}`
  const read = (ids: string, bindings: readonly unknown[]) =>
    make()
      .joinRaw(`join (${ids}) as shown on shown.id = ${id}`, [...bindings] as never)
      .orderByRaw(order) as PromiseLike<Row[]>
  const limit = Math.min(perPage, Math.max(0, MOST_COUNTED - skip))
  if (!hasMore) {
    const shown = `select s.id from (${set.sql}) s order by s.by ${way}${nulls}, s.id ${way} limit ${limit} offset ${skip}`
    return { data: await read(shown, set.bindings), meta }
  }
  const ids = rows()
    .select(db.raw(`${id} as id`))
    .orderByRaw(order)
    .limit(limit)
  const after = isNeverNull && page > 1 ? (list.after as number | undefined) : undefined
  // Where the page before is in sight nothing has to be walked past.
  if (after) {
    const [table, alias] = large.table.split(' as ') as [string, string]
    const key = [column, id].map((one) => one.replace(`${alias}.`, 'a.')).join(', ')
    ids.whereRaw(`(${column}, ${id}) ${past} (select ${key} from ${table} a where a.id = ?)`, [after])
  } else ids.offset(skip)
  const { sql, bindings } = ids.toSQL()
  return { data: await read(sql, bindings), meta }
}
