import db from '@adonisjs/lucid/services/db'
import { searchIn } from '#core/kit/lists'
import { memberCondition } from '#core/kit/people'

const idsOf = async (table: string, id: string, word: string): Promise<number[]> => {
  const query = db.from(table).select(`${id} as id`)
  searchIn(query as never, 'search_text', word)
  return ((await query) as { id: number }[]).map((row) => row.id)
}

/** Which uses (`u`) a search means: each word is of the person, of the course or of the contract, of which there are few. */
export async function meantUses(search: string): Promise<{ sql: string; values: unknown[] }> {
  const parts: string[] = []
  const values: unknown[] = []
  for (const word of search.split(/\s+/).filter(Boolean).slice(0, 8)) {
    const meant = [
      await memberCondition('u.membership_id', word),
      { sql: 'u.course_id = any(?::bigint[])', values: [await idsOf('learning_titles', 'course_id', word)] },
      { sql: 'u.contract_id = any(?::bigint[])', values: [await idsOf('contracts_contracts', 'id', word)] },
      // What nothing has that word is left out: of one condition an index serves, of three that are or-ed none does.
    ].filter(({ values: [ids] }) => !Array.isArray(ids) || ids.length)
    parts.push(meant.length ? `(${meant.map(({ sql }) => sql).join(' or ')})` : 'false')
    values.push(...meant.flatMap((one) => one.values))
  }
  return { sql: parts.join(' and ') || 'true', values }
}
