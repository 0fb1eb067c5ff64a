import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import db from '@adonisjs/lucid/services/db'
import type { ListRequest } from './define_list.js'
import { type LargeList, type LargeOrder, MAX_COUNTED, largeSearch } from './large_search.js'
import type { Page } from './list_query.js'

type Narrow<Row> = (query: DatabaseQueryBuilderContract<Row>) => void

/**
 * Sampling as in `TenantSchema.searchFunctions`: at least this many of the sampled pages must have a matching row, and extrapolate to a
 * multiple of the count limit.
 */
const [SAMPLED, WITH_ONE, CERTAINTY] = [50, 12, 3]

/**
 * Estimates from a few fixed pages of a table whether more rows match than are counted. Counting the matches of a common word under a
 * filter would take longer than the page.
 */
async function areSurelyMany(table: string, narrow: Narrow<never>): Promise<boolean> {
  const [name, alias] = table.split(' as ') as [string, string]
  const { rows: sizes } = await db.rawQuery<{ rows: { pages: number }[] }>(
    'select relpages as pages from pg_class where oid = to_regclass(?)',
    [name],
  )
  const pages = sizes[0]?.pages ?? 0
  if (pages <= SAMPLED * 20) return false
  const query = db
    .from(db.raw(`?? as ?? tablesample system (${(100 * SAMPLED) / pages}) repeatable (1)`, [name, alias]) as never)
    .select(db.raw(`count(*)::int as found, count(distinct split_part(${alias}.ctid::text, ',', 1))::int as pages`))
  narrow(query as never)
  const [seen] = (await query) as { found: number; pages: number }[]
  return seen!.pages >= WITH_ONE && (seen!.found * pages) / SAMPLED >= MAX_COUNTED * CERTAINTY
}

/** A list's order as SQL, and the condition for what follows a row. */
function lineOf<S extends string>({ neverNull }: LargeList<S>, { sort, defaultSort, id }: LargeOrder<S>, wanted: string | undefined) {
  const by = wanted ?? defaultSort
  const name = by.replace('-', '') as S
  const isNeverNull = neverNull.includes(name)
  const [way, past] = by.startsWith('-') ? ['desc', '<'] : ['asc', '>']
  const nulls = isNeverNull ? '' : ' nulls last'
  const ordered = (column: string, key: string) => `${column} ${way}${nulls}, ${key} ${way}`
  return { column: sort[name], past, isNeverNull, ordered, inLine: ordered(sort[name], id) }
}

/**
 * One page of a large list. Finds the ids by an index, no more than are shown or counted, and reads the rows of only those.
 * @param make makes the query with its columns
 * @param narrow the filters of the list and of other plugins
 */
export async function largePage<Row, S extends string>(
  large: LargeList<S>,
  order: LargeOrder<S>,
  list: Pick<ListRequest, 'page' | 'per_page' | 'sort' | 'search'> & { readonly after?: unknown },
  { make, narrow }: { make: () => DatabaseQueryBuilderContract<Row>; narrow: Narrow<Row> },
): Promise<Page<Row>> {
  const { id } = order
  const { column, past, isNeverNull, ordered, inLine } = lineOf(large, order, list.sort)
  const [page, perPage] = [list.page ?? 1, list.per_page ?? 25]
  const skip = (page - 1) * perPage
  const limit = Math.min(perPage, Math.max(0, MAX_COUNTED - skip))
  const found = list.search ? await largeSearch(large, order, list.search) : null
  const narrowAll: Narrow<never> = (query) => {
    narrow(query as never)
    found?.narrow(query)
  }
  const rows = () => {
    const query = db.from(large.table)
    narrowAll(query as never)
    return query
  }
  // Without an order the planner uses the most selective index instead of walking everything in order.
  const set = rows()
    .select(db.raw(`${id} as id, ${column} as by`))
    .limit(MAX_COUNTED + 1)
    .toSQL()
  const inSet = `s.id from (${set.sql}) s order by ${ordered('s.by', 's.id')} limit ${limit} offset ${skip}`
  const read = (ids: string, bindings: readonly unknown[]) =>
    make()
      .joinRaw(`join (${ids}) as shown on shown.id = ${id}`, [...bindings] as never)
      .orderByRaw(inLine)
  /**
   * The page's ids and the count, where no more rows match than are counted. Read together, because under some filters reading is the only
   * cost.
   */
  const counted = async () => {
    const { rows: found } = await db.rawQuery<{ rows: { ids: number[] | null; total: number }[] }>(
      `with s as materialized (${set.sql}), n as (select count(*)::int as total from s)
        select total, case when total <= ${MAX_COUNTED} then array(select s.id from s order by ${ordered('s.by', 's.id')} limit ${limit} offset ${skip}) end as ids from n`,
      [...set.bindings] as never,
    )
    return found[0]!
  }
  if (found?.isFew) {
    // The count comes with the page, unless the page is past the end.
    const data = (await read(`select count(*) over ()::int as total, ${inSet}`, set.bindings).select(
      db.raw('shown.total as found_total'),
    )) as (Row & { found_total?: number })[]
    const total = data[0]?.found_total ?? (skip ? (await counted()).total : 0)
    for (const row of data) delete row.found_total
    return { data, meta: { total, page, per_page: perPage } }
  }
  const isSurelyMore = found?.isSurelyMany || (found?.isCommon && (await areSurelyMany(large.table, narrowAll)))
  const { total: all, ids } = isSurelyMore ? { total: MAX_COUNTED + 1, ids: null } : await counted()
  const meta = { total: Math.min(all, MAX_COUNTED), page, per_page: perPage, ...(all > MAX_COUNTED && { more: true as const }) }
  if (ids) return { data: ids.length ? await read('select unnest(?::bigint[]) as id', [ids]) : [], meta }

  const walked = (after: number | undefined) => {
    const ids = rows()
      .select(db.raw(`${id} as id`))
      .orderByRaw(inLine)
      .limit(limit)
    // If the previous page is known, nothing has to be skipped.
    if (after) {
      const [table, alias] = large.table.split(' as ') as [string, string]
      const [at, key] = [column, id].map((one) => one.replaceAll(`${alias}.`, 'a.'))
      ids.whereRaw(`(${column}, ${id}) ${past} (select ${at}, ${key} from ${table} a where ${key} = ?)`, [after])
    } else ids.offset(skip)
    const { sql, bindings } = ids.toSQL()
    return read(sql, bindings)
  }
  const after = isNeverNull && page > 1 ? (list.after as number | undefined) : undefined
  const data = await walked(after)
  // Nothing follows a row that is gone or not in the list.
  return { data: after && !data.length ? await walked(undefined) : data, meta }
}
