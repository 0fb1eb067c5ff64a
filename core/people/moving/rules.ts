import type { MoveRules, MoveWords, RowsOnMove } from '../../contract/moves.js'
import type { PluginDefinition } from '../../contract/plugin.js'
import { type PersonalTable, personalTables } from '../../privacy/personal_tables.js'

type Run = (sql: string) => Promise<{ rows: unknown[] }>

export interface DecidedMoves {
  tables: ReadonlyMap<string, RowsOnMove>
  words: ReadonlyMap<string, MoveWords>
  neverChanged: ReadonlySet<string>
  /** In the order of plugins. */
  handlers: readonly MoveRules[]
  personal: readonly PersonalTable[]
}

/**
 * Returns the rule of each personal table, from the foreign keys and the rules of the plugins.
 * @throws Error that names a table without a rule: no person is moved by guessing
 */
export async function assertMovesDecided(run: Run, plugins: readonly PluginDefinition[]): Promise<DecidedMoves> {
  const personal = await personalTables(run)
  const handlers = plugins.flatMap(({ moves }) => moves ?? [])
  const tables = new Map(handlers.flatMap((rules) => Object.entries(rules.tables)))
  const forgotten = personal.filter(({ name }) => !tables.has(name)).map(({ name }) => name)
  if (forgotten.length)
    throw new Error(`What becomes of ${forgotten.join(', ')} when a person moves is not decided. Say so in "moves" of the plugin.`)
  return {
    tables,
    words: new Map(handlers.flatMap(({ words = {} }) => Object.entries(words))),
    neverChanged: new Set(handlers.flatMap(({ neverChanged = [] }) => neverChanged)),
    handlers,
    personal,
  }
}
