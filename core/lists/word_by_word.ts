import db from '@adonisjs/lucid/services/db'
import { searchIn } from './list_query.js'
import { searchWords } from './search_words.js'

/** A condition in SQL. `isCommon`: more rows may be meant than are counted. */
export interface Meant {
  sql: string
  values: unknown[]
  isCommon?: boolean
}

/** Rows of a short table whose `search_text` has a word, or one much like it, as what names them. @param column that names them, in SQL */
export async function namedIn(column: string, { table, id }: { table: string; id: string }, word: string): Promise<Meant> {
  const query = db.from(table).select(`${id} as id`)
  searchIn(query as never, 'search_text', word)
  return { sql: `${column} = any(?::bigint[])`, values: [((await query) as { id: number }[]).map((row) => row.id)] }
}

/**
 * What a search means where rows have no text of their own: each word is of one of the things that a row names.
 * @param meant what a word means of each of them
 */
export async function wordByWord(search: string, meant: (word: string) => Promise<Meant[]>): Promise<Meant> {
  const found: Meant[] = []
  // One after the other: who asks holds one connection (decision 0202).
  for (const word of searchWords(search)) {
    // What nothing has that word is left out: of one condition an index serves, of three that are or-ed none does.
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
