import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PluginDefinition } from '../contract/plugin.js'
import { folderOf } from '../plugins/folders.js'

export const ACCESS_ROLES = ['visitor', 'leerling', 'beheerder', 'examinator', 'admin', 'mini_admin'] as const
export type AccessRole = (typeof ACCESS_ROLES)[number]

/** The path of core's or a plugin's reviewed table. */
export const accessTable = (plugin: PluginDefinition) => join(folderOf(plugin), 'tests', 'access.txt')

/**
 * Reads the reviewed access tables: `tests/access.txt` of core and each plugin, with one line per route and `yes` or `-` under each role.
 * The routes' own declarations are not used, so that removing a rule fails a test.
 * @returns route name → allowed roles
 * @throws Error with file and line for a line that cannot be read
 */
export function readAccessTables(plugins: readonly PluginDefinition[]): Map<string, ReadonlySet<AccessRole>> {
  const table = new Map<string, ReadonlySet<AccessRole>>()
  for (const plugin of plugins) {
    const file = accessTable(plugin)
    const lines = readFileSync(file, 'utf8').split('\n')
    for (const [index, line] of lines.entries()) {
      if (!line.trim() || line.startsWith('#')) continue
      const [name, ...cells] = line.trim().split(/\s+/)
      const bad = cells.length !== ACCESS_ROLES.length || cells.some((cell) => cell !== 'yes' && cell !== '-') || table.has(name!)
      if (bad) throw new Error(`${file}:${index + 1}: one line a route, then yes or - for ${ACCESS_ROLES.join(', ')}.`)
      table.set(name!, new Set(ACCESS_ROLES.filter((_, column) => cells[column] === 'yes')))
    }
  }
  return table
}
