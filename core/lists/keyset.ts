import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'

/** How rows are put in line: a column or SQL expression of our own (never input), then the unique key. */
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
 * Reads everything a query finds, in order, a batch at a time. Each batch starts at
 * the last row of the one before and not at a number of rows, so that the last costs what the first
 * does and what is added or deleted meanwhile moves nothing. Rows without a value come last, both ways, as in lists.
 * @param make the query anew for each batch, without order and limit
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
        // As text and back it is exactly what it was; a JavaScript date would lose its microseconds.
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
      // A model keeps what is no column of its own apart.
      const { keyset_after: after, keyset_type: type, keyset_key: at } = (end.$extras ?? end) as End
      last = { after, type, key: at }
    }
  }
}
