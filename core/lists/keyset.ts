import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'

/** The order of rows: a column or SQL expression of our own (never input), then the unique key. */
export interface KeyOrder {
  column: string
  key: string
  descending: boolean
}

const BATCH = 1000

interface End {
  keyset_after: string | null
  keyset_type: string
  keyset_key: number
}

/**
 * Reads everything that a query finds, in order and in batches. Each batch starts after the last row of the one before, not at an offset,
 * so that every batch costs the same and concurrent changes shift nothing. Nulls come last in both directions, as in lists.
 * @param make makes the query for each batch, without order and limit
 */
export async function* keysetBatches<Row extends object>(
  make: () => DatabaseQueryBuilderContract<Row>,
  { column, key, descending }: KeyOrder,
  size = BATCH,
): AsyncGenerator<Row[]> {
  const way = descending ? 'desc' : 'asc'
  const past = descending ? '<' : '>'
  for (const withValue of [true, false]) {
    let last: { after: string | null; type: string; key: number } | null = null
    for (;;) {
      const query = make()
        // As text the value survives exactly; a JavaScript date would lose its microseconds.
        .select(db.raw(`(${column})::text as keyset_after, pg_typeof(${column})::text as keyset_type, ${key} as keyset_key`))
        .whereRaw(`(${column}) is ${withValue ? 'not null' : 'null'}`)
        .orderByRaw(`${withValue ? `${column} ${way}, ` : ''}${key} ${way}`)
        .limit(size)
      if (last && withValue) query.whereRaw(`(${column}, ${key}) ${past} (?::${last.type}, ?::bigint)`, [last.after!, last.key])
      if (last && !withValue) query.whereRaw(`${key} ${past} ?::bigint`, [last.key])
      const rows = (await query) as (Row & Partial<End> & { $extras?: End })[]
      if (rows.length) yield rows
      const end = rows.at(-1)
      if (rows.length < size || !end) break
      // Models keep extra columns apart.
      const { keyset_after: after, keyset_type: type, keyset_key: at } = (end.$extras ?? end) as End
      last = { after, type, key: at }
    }
  }
}
