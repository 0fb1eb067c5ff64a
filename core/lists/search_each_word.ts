import db from '@adonisjs/lucid/services/db'
import { searchIn } from './list_query.js'
import { searchWords } from './search_words.js'

/** A condition in SQL. `isCommon`: more rows may match than are counted. */
export interface Meant {
  sql: string
  values: unknown[]
  isCommon?: boolean
}

/** Rows of a short table whose `search_text` has a word or a similar one. @param column that other rows refer to them by, in SQL */
export async function namedIn(column: string, { table, id }: { table: string; id: string }, word: string): Promise<Meant> {
  const query = db.from(table).select(`${id} as id`)
  searchIn(query as never, 'search_text', word)
  return { sql: `${column} = any(?::bigint[])`, values: [((await query) as { id: number }[]).map((row) => row.id)] }
}

/**
 * Resolves a search for rows without a text of their own: each word must match one of the records that a row refers to.
 * @param meant the condition of a word for each of these records
 */
export async function searchEachWord(search: string, meant: (word: string) => Promise<Meant[]>): Promise<Meant> {
  const found: Meant[] = []
  // One at a time: the caller holds one connection (decision 0202).
  for (const word of searchWords(search)) {
    // Things without the word are left out: an index serves one condition, but not three joined by `or`.
    const parts = (await meant(word)).filter(({ values: [ids] }) => !Array.isArray(ids) || ids.length)
    found.push({
      sql: parts.length ? `(${parts.map(({ sql }) => sql).join(' or ')})` : 'false',
      values: parts.flatMap(({ values }) => values),
      isCommon: parts.some(({ isCommon }) => isCommon),
    })
  }
  return {
    sql: found.map(({ sql }) => sql).join(' and ') || 'true',
    values: found.flatMap(({ values }) => values),
    isCommon: found.length > 0 && found.every(({ isCommon }) => isCommon),
  }
}
