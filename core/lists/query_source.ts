import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import db from '@adonisjs/lucid/services/db'
import type { ListedRow } from '../contract/lists.js'
import type { ListRequest, ListSource } from './define_list.js'
import { keysetBatches } from './keyset.js'
import { largePage } from './large_pages.js'
import { type LargeList, largeSearch } from './large_search.js'
import { type ListQuery, type Page, pageOf, searchIn } from './list_query.js'

/** Up to this many matches are ordered by relevance when the person does not sort; also in the file. */
const RANKED = 1000

export interface QueryListOptions<S extends string> {
  /** The sort keys, as for `pageOf`. */
  sort: Readonly<Record<S, string>>
  defaultSort: S | `-${S}`
  /** A text column made with `search_key(…)`. */
  search: string
  /** Orders by relevance, unless the person sorts. */
  ranked?: boolean
  /** The unique id in SQL, such as `c.id`. */
  id: string
  /** The row's company in SQL. */
  companyId: string
  /** The person that a row is about, in SQL with the table's name. The list then takes every filter over people. */
  membershipId?: string
  /**
   * For a row about several people: SQL that makes a condition on `membershipId` hold for one of them. `membershipId` is a column of that
   * SQL.
   */
  among?: (condition: string) => string
  /** For lists that grow to a million rows. */
  large?: LargeList<S>
}

// A model's builder would make a model of each row.
const plain = (query: object): PromiseLike<unknown> =>
  'pojo' in query ? (query as { pojo(): PromiseLike<unknown> }).pojo() : (query as PromiseLike<unknown>)

/**
 * A list's rows from one query.
 * @param make makes the query with its columns, for each use
 * @param filter adds the conditions of the list's own filters
 */
export function querySource<Row extends object, S extends string>(
  make: () => DatabaseQueryBuilderContract<Row>,
  filter: (query: DatabaseQueryBuilderContract<Row>, list: ListRequest) => void,
  options: QueryListOptions<S>,
): ListSource<Row> {
  const { id, companyId, membershipId, among, search, sort, defaultSort } = options
  const columns = { id, companyId, ...(membershipId && { membershipId }), ...(among && { among }) }
  const narrowed = (query: DatabaseQueryBuilderContract<Row>, list: ListRequest) => {
    filter(query, list)
    for (const narrow of list.narrow ?? []) narrow(query as never, columns)
    return query
  }
  const chosen = (list: ListRequest) => narrowed(make(), list)
  // Looked up once, so that counts, files and actions use exactly the rows that the pages show.
  const found = async (list: ListRequest) => {
    const meant = list.search && options.large ? await largeSearch(options.large, options, list.search) : null
    return () => {
      const query = chosen(list)
      if (meant) meant.narrow(query as never)
      else if (list.search) searchIn(query as never, search, list.search)
      return query
    }
  }
  const page = (list: ListRequest): Promise<Page<Row>> => {
    if (options.large) return largePage<Row, S>(options.large, options, list, { make, narrow: (query) => void narrowed(query, list) })
    const query = chosen(list)
    const ranks = options.ranked && list.search && !list.sort
    if (ranks) query.select(db.raw(`word_similarity(search_key(?), ${search}) as list_match`, [list.search as string]))
    const wanted = { ...list, ...(ranks && { sort: '-list_match' as const }) } as ListQuery<string>
    return pageOf<Row, string>(query as never, wanted, { sort: { ...sort, list_match: 'list_match' }, defaultSort, search, key: id })
  }
  const count = async (list: ListRequest) => {
    const [row] = (await plain((await found(list))().clearSelect().count('* as total'))) as { total: number }[]
    return Number(row?.total ?? 0)
  }
  const glance = (list: ListRequest) => {
    const [name, way] = defaultSort.startsWith('-') ? [defaultSort.slice(1), 'desc'] : [defaultSort, 'asc']
    const query = chosen(list)
      .clearSelect()
      .select(db.raw(`${id} as id, ${sort[name as S]} as by`))
    const { sql, bindings } = query.toSQL()
    return { sql, bindings, inLine: `s.by ${way} nulls last, s.id ${way}` }
  }
  return {
    ofPeople: membershipId !== undefined,
    ofCompanies: true,
    page,
    // A large list is not counted to its end.
    ...(!options.large && { glance }),
    count,
    async *batches(list) {
      if (options.ranked && list.search && !list.sort && (await count(list)) <= RANKED) {
        yield (await page({ ...list, page: 1, per_page: RANKED })).data
        return
      }
      const by = String(list.sort ?? defaultSort)
      const descending = by.startsWith('-')
      yield* keysetBatches(await found(list), { column: sort[by.replace('-', '') as S], key: id, descending })
    },
    async ids(list, past, limit, only) {
      const query = (await found(list))()
        .clearSelect()
        .select(db.raw(`${id} as id, ${companyId} as "companyId"`))
      query.whereRaw(`${id} > ?`, [past]).orderByRaw(id).limit(limit)
      if (only) query.whereRaw(`${id} = any(?)`, [only as number[]])
      return (await plain(query)) as ListedRow[]
    },
  }
}

/** The same rows, each transformed. */
export function mapSource<A extends object, B extends object>(source: ListSource<A>, map: (row: A) => B): ListSource<B> {
  return {
    ...source,
    page: async (list) => {
      const { data, meta } = await source.page(list)
      return { data: data.map(map), meta }
    },
    async *batches(list) {
      for await (const rows of source.batches(list)) yield rows.map(map)
    },
  }
}
