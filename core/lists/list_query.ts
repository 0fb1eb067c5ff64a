import vine from '../http/validation.js'
import type { LucidModel, LucidRow, ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { searchWords } from './search_words.js'

/** The allowed page sizes; default 25. */
export const PAGE_SIZES = [10, 25, 50, 100] as const
/** Minimum similarity of a word and the text (0 to 1) for typo tolerance, on the scale of pg_trgm. */
const SIMILAR_ENOUGH = 0.45

/**
 * The query string of every list: `page` (from 1), `per_page`, `sort` (`name` or `-name`) and `search`.
 * @param sortable the names that `sort` may take
 * @public the stubs of make:plugin use it
 */
export function listQueryValidator<const S extends string>(sortable: readonly [S, ...S[]]) {
  return vine.create(listQueryFields(sortable))
}

/** The same as fields, for a list with filters: `vine.create({ ...listQueryFields(['name']), status: … })`. */
export function listQueryFields<const S extends string>(sortable: readonly [S, ...S[]]) {
  const both = sortable.flatMap((name) => [name, `-${name}`] as const)
  return {
    page: vine.queryNumber().withoutDecimals().range([1, 1_000_000]).optional(),
    per_page: vine
      .queryNumber()
      .in([...PAGE_SIZES])
      .optional(),
    sort: vine.enum(both).optional(),
    search: vine.string().trim().maxLength(200).optional(),
  }
}

export interface ListQuery<S extends string = string> {
  page?: number
  per_page?: number
  sort?: S | `-${S}`
  search?: string
}

/** The response of every list. */
export interface Page<T> {
  data: T[]
  /** `more`: there are more rows than `total`; they were not counted. */
  meta: { total: number; page: number; per_page: number; more?: true }
}

export interface ListOptions<S extends string> {
  /** The sort key of each name: a column, or a trusted SQL expression (never input). */
  sort: Readonly<Record<S, string>>
  /** The default order. */
  defaultSort: S | `-${S}`
  /** A text column made with `search_key(…)`. Without it `search` is ignored. */
  search?: string
  /** Breaks ties, so that no row is on two pages. Default `id`. */
  key?: string
}

/**
 * Runs a list with two queries, one for the count and one for the page. Add the list's own filters to `query` first.
 * @returns rows as the query gives them; transform them with `mapPage`
 */
export async function pageOf<M extends LucidModel, Row extends LucidRow, S extends string>(
  query: ModelQueryBuilderContract<M, Row>,
  list: ListQuery<S>,
  options: ListOptions<S>,
): Promise<Page<Row>>
export async function pageOf<Row, S extends string>(
  query: DatabaseQueryBuilderContract<Row>,
  list: ListQuery<S>,
  options: ListOptions<S>,
): Promise<Page<Row>>
export async function pageOf<S extends string>(
  query: ModelQueryBuilderContract<LucidModel> | DatabaseQueryBuilderContract,
  list: ListQuery<S>,
  options: ListOptions<S>,
): Promise<Page<unknown>> {
  const page = list.page ?? 1
  const perPage = list.per_page ?? 25
  // The two builders share these methods but have no common type.
  const rows = query as DatabaseQueryBuilderContract
  if (options.search && list.search) searchIn(rows, options.search, list.search)

  const counting = rows.clone().clearSelect().clearOrder().count('* as total')
  // A model's builder would make a model of the count.
  const [counted] = (await ('pojo' in counting ? (counting as unknown as PojoQuery).pojo() : counting)) as { total: number }[]
  const sort = list.sort ?? options.defaultSort
  const descending = sort.startsWith('-')
  const column = options.sort[(descending ? sort.slice(1) : sort) as S]
  const direction = descending ? 'desc' : 'asc'
  const data = await rows
    .orderByRaw(`${column} ${direction} nulls last, ${options.key ?? 'id'} ${direction}`)
    .offset((page - 1) * perPage)
    .limit(perPage)
  return { data, meta: { total: Number(counted?.total ?? 0), page, per_page: perPage } }
}

interface PojoQuery {
  pojo(): Promise<unknown[]>
}

/**
 * Keeps the rows whose text has every word of the search, or a similar word. Ignores case and diacritics and tolerates a typo.
 * @param column a text column made with `search_key(…)`; never input
 */
export function searchIn(query: DatabaseQueryBuilderContract, column: string, text: string): void {
  for (const word of searchWords(text)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    query.whereRaw(`(${column} like search_key(?) or strict_word_similarity(search_key(?), ${column}) >= ?)`, [
      pattern,
      word,
      SIMILAR_ENOUGH,
    ])
  }
}

/** Transforms the rows of a page. */
export function mapPage<Row, T>({ data, meta }: Page<Row>, toItem: (row: Row) => T): Page<T> {
  return { data: data.map(toItem), meta }
}
