import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import db from '@adonisjs/lucid/services/db'
import { currentScopeCompany } from '../tenancy/scope.js'
import { searchWords } from './search_words.js'

/** This many rows are counted and can be paged through. To see the rest, sort the other way, filter or search. */
export const MAX_COUNTED = 2500
/** Shorter words must match exactly. */
const FORGIVING = 4
/** The number of similar words tried for a word that no row has. */
const NEAREST = 12

/** The `like` patterns of each search word. A row must match at least one pattern of every word. */
export type WordPatterns = readonly (readonly string[])[]

/** The table of a large list, declared so that a page of a million rows takes as long as one of ten thousand. */
export interface LargeList<S extends string> {
  /** The table with its alias, such as `booking_bookings as i`. All filters and sorts are columns of it. */
  table: string
  /** Sorts whose column is never null. Each sort needs an index with `company_id` first, and one without. */
  neverNull: readonly S[]
  /**
   * The function that returns the ids matching a search (`TenantSchema.searchFunctions`). It bypasses the policies, because trigram indexes
   * are not used under them. Without it the table is scanned, which is fine for some thousands of rows.
   */
  find?: string
  /** The table with each word of the rows once (`word`), for typo tolerance (`TenantSchema.wordFunctions`). */
  words?: string
  /**
   * Replaces both, for rows without a text of their own: the condition of a search, whether more rows may have its words than are counted,
   * and whether more matching rows are known to have them.
   */
  meaning?: (search: string) => Promise<{ sql: string; values: unknown[]; isCommon?: boolean; isSurelyMany?: boolean }>
}

/** The part of a large list that another kind of page may use too, such as cards. */
export interface LargeOrder<S extends string> {
  /** The SQL that each name sorts by. */
  sort: Readonly<Record<S, string>>
  defaultSort: S | `-${S}`
  /** A text column made with `search_key(…)`. */
  search: string
  /** The unique id in SQL. */
  id: string
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
// A trigram index does not help with two letters.
const patternsOf = (word: string) =>
  word.length > 2 ? [`%${escaped(word)}%`] : [`${escaped(word)}%`, ...[' ', '-'].map((edge) => `%${edge}${escaped(word)}%`)]

/** The words of a search as the text stores them. */
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
 * The same for common words. Under a policy the planner has no statistics of the text: it takes every word for rare and would read and sort
 * all matches. A `case` it estimates at half the rows, so it walks the order until the page is full.
 */
function whereCommon(query: DatabaseQueryBuilderContract<never>, column: string, patterns: WordPatterns): void {
  for (const any of patterns) query.whereRaw(`case when ${saying(column, any)} then true else false end`, [...any])
}

/** Functions that bypass the policies exist once for a company and once for all. */
const inScope = (name: string) => (currentScopeCompany() === null ? `${name}_across` : name)

/** Words of the rows similar to a word that no row has, best first. */
async function wordsLike(table: string, word: string): Promise<string[]> {
  const { rows } = await db.rawQuery<{ rows: { word: string }[] }>(`select ${inScope(`${table}_like`)}(?, ?) as word`, [word, NEAREST])
  return rows.map((row) => row.word)
}

/** Ids in the running scope whose text has every word; null when there are more than are counted. */
async function findIds<S extends string>(
  { find, table }: LargeList<S>,
  { search, id }: LargeOrder<S>,
  patterns: WordPatterns,
): Promise<number[] | null> {
  const most = MAX_COUNTED + 1
  if (!find) {
    const query = db
      .from(table)
      .select(db.raw(`${id} as id`))
      .limit(most)
    whereWords(query as never, search, patterns)
    const ids = ((await query) as { id: number }[]).map((row) => row.id)
    return ids.length > MAX_COUNTED ? null : ids
  }
  const { rows } = await db.rawQuery<{ rows: { id: number | null }[] }>(`select ${inScope(find)}(?::jsonb, ?) as id`, [
    JSON.stringify(patterns),
    most,
  ])
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [Number(id)]))
  return ids.length < rows.length || ids.length > MAX_COUNTED ? null : ids
}

/** Resolves a search: ids if few rows match, otherwise patterns for walking the rows. Typos are tolerated for words that no row has. */
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
    // Without a similar word the search was already done.
    if (JSON.stringify(patterns) !== asTyped) ids = await findIds(large, order, patterns)
  }
  return ids ? { ids, patterns } : { patterns }
}

/** The result of looking up a search: what it adds to a query, and whether more rows match than are counted. */
interface LargeSearch {
  narrow: (query: DatabaseQueryBuilderContract<never>) => void
  isCommon: boolean
  /** More of the matching rows are known to have them, so nobody needs to check. */
  isSurelyMany: boolean
  /** They are known one by one, so no more than are counted. */
  isFew: boolean
}

/** Resolves a search of a large list, for its pages and for actions on all results. */
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
