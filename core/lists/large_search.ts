import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import db from '@adonisjs/lucid/services/db'
import { currentScopeCompany } from '../tenancy/scope.js'
import { searchWords } from './search_words.js'

/** So many rows are counted and can be paged through, a hundred pages; who wants what lies further sorts the other way, narrows or searches. */
export const MOST_COUNTED = 2500
/** Shorter words forgive no typo. */
const FORGIVING = 4
/** So many words of the rows are taken for one that nobody has. */
const NEAREST = 12

/** Any of these patterns of `like`, for each word of a search. */
export type WordPatterns = readonly (readonly string[])[]

/** What a list of a million rows says of its table, so that a page of it costs what one of ten thousand does. */
export interface LargeList<S extends string> {
  /** The table with its alias, such as `booking_bookings as i`: everything that filters and orders is a column of it. */
  table: string
  /** Sorts whose column is never null. Each sort wants an index with `company_id` before it, and one without. */
  neverNull: readonly S[]
  /**
   * The function that gives the ids of what a search means (`TenantSchema.searchFunctions`). It asks past the policies, under which no index
   * of parts of a text serves. Without it the table is read, which does for some thousands of rows.
   */
  find?: string
  /** The table with each word of the rows once (`word`): where a typo is forgiven, by `TenantSchema.wordFunctions`. */
  words?: string
  /**
   * Instead of both, of rows that have no text of their own: the condition that a search means, whether more may have its words than are counted,
   * and whether it is known that more of those who are meant have them.
   */
  meaning?: (search: string) => Promise<{ sql: string; values: unknown[]; isCommon?: boolean; isSurelyMany?: boolean }>
}

/** The part of a large list that a page of another kind may have too, such as cards. */
export interface LargeOrder<S extends string> {
  /** What each name sorts by, in SQL. */
  sort: Readonly<Record<S, string>>
  defaultSort: S | `-${S}`
  /** A text column made with `search_key(…)`. */
  search: string
  /** The unique id in SQL. */
  id: string
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
// Of two letters no index has the inside of a word.
const patternsOf = (word: string) =>
  word.length > 2 ? [`%${escaped(word)}%`] : [`${escaped(word)}%`, ...[' ', '-'].map((edge) => `%${edge}${escaped(word)}%`)]

/** The words of a search as the text has them. */
async function wordsOf(search: string): Promise<string[]> {
  const typed = searchWords(search)
  const { rows } = await db.rawQuery<{ rows: { word: string }[] }>('select search_key(w) as word from unnest(?::text[]) w', [
    typed,
  ] as never)
  return rows.map(({ word }) => word).filter(Boolean)
}

/** Each word by one of its patterns. */
const saying = (column: string, any: readonly string[]) => `(${any.map(() => `${column} like ?`).join(' or ')})`
function whereWords(query: DatabaseQueryBuilderContract<never>, column: string, patterns: WordPatterns): void {
  for (const any of patterns) query.whereRaw(saying(column, any), [...any])
}
/**
 * The same of words that many rows have. Under a policy the planner may not look at what texts there are, takes any for rare and would read them all
 * to sort the few: of a case it takes every second row for one, and walks the order until the page is full.
 */
function whereCommon(query: DatabaseQueryBuilderContract<never>, column: string, patterns: WordPatterns): void {
  for (const any of patterns) query.whereRaw(`case when ${saying(column, any)} then true else false end`, [...any])
}

/** Functions that ask past the policies are one for a company and one for all. */
const inScope = (name: string) => (currentScopeCompany() === null ? `${name}_across` : name)

/** Words of the rows much like one that none of them has, the nearest first. */
async function wordsLike(table: string, word: string): Promise<string[]> {
  const { rows } = await db.rawQuery<{ rows: { word: string }[] }>(`select ${inScope(`${table}_like`)}(?, ?) as word`, [word, NEAREST])
  return rows.map((row) => row.word)
}

/** Ids of the running scope whose text has every word; null where they are more than are counted. */
async function findIds<S extends string>(
  { find, table }: LargeList<S>,
  { search, id }: LargeOrder<S>,
  patterns: WordPatterns,
): Promise<number[] | null> {
  const most = MOST_COUNTED + 1
  if (!find) {
    const query = db
      .from(table)
      .select(db.raw(`${id} as id`))
      .limit(most)
    whereWords(query as never, search, patterns)
    const ids = ((await query) as { id: number }[]).map((row) => row.id)
    return ids.length > MOST_COUNTED ? null : ids
  }
  const { rows } = await db.rawQuery<{ rows: { id: number | null }[] }>(`select ${inScope(find)}(?::jsonb, ?) as id`, [
    JSON.stringify(patterns),
    most,
  ])
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [Number(id)]))
  return ids.length < rows.length || ids.length > MOST_COUNTED ? null : ids
}

/** What a search means: ids where they are few, else the patterns that the rows are walked with. A typo is forgiven where nothing has the word. */
async function meant<S extends string>(
  large: LargeList<S>,
  order: LargeOrder<S>,
  search: string,
): Promise<{ ids?: number[]; patterns: WordPatterns }> {
  const words = await wordsOf(search)
  let patterns: WordPatterns = words.map(patternsOf)
  if (!patterns.length) return { patterns }
  let ids = await findIds(large, order, patterns)
  if (ids && !ids.length && words.some((word) => word.length >= FORGIVING)) {
    const forgiven = async (word: string) => [
      ...patternsOf(word),
      ...(!large.words || word.length < FORGIVING ? [] : (await wordsLike(large.words!, word)).map((one) => `%${escaped(one)}%`)),
    ]
    const asTyped = JSON.stringify(patterns)
    patterns = await Promise.all(words.map(forgiven))
    // Where no word is like it, it was looked for already.
    if (JSON.stringify(patterns) !== asTyped) ids = await findIds(large, order, patterns)
  }
  return ids ? { ids, patterns } : { patterns }
}

/** A search of a large list, looked up: what it adds to a query, and whether more rows have its words than are counted. */
interface LargeSearch {
  narrow: (query: DatabaseQueryBuilderContract<never>) => void
  isCommon: boolean
  /** More of those who are meant have them: nobody needs to look. */
  isSurelyMany: boolean
  /** They are known one by one, so no more than are counted. */
  isFew: boolean
}

/** What a search of a large list means, for its pages and for whatever is done with all that it finds: the same rows. */
export async function largeSearch<S extends string>(large: LargeList<S>, order: LargeOrder<S>, search: string): Promise<LargeSearch> {
  if (large.meaning) {
    const { sql, values, isCommon = false, isSurelyMany = false } = await large.meaning(search)
    return { narrow: (query) => void query.whereRaw(sql, values as never), isCommon, isSurelyMany, isFew: false }
  }
  const { ids, patterns } = await meant(large, order, search)
  return ids
    ? {
        narrow: (query) => void query.whereRaw(`${order.id} = any(?::bigint[])`, [ids as never]),
        isCommon: false,
        isSurelyMany: false,
        isFew: true,
      }
    : { narrow: (query) => whereCommon(query, order.search, patterns), isCommon: patterns.length > 0, isSurelyMany: false, isFew: false }
}
