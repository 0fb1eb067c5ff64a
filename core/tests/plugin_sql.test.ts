import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderOf } from '#core/plugins/folders'
import { testApp } from '#core/testing/app'
import { superuserOfTest } from '#core/testing/superuser'

// A plugin's SQL names its own tables, the views `kit_…` and the views that another plugin publishes. Tables of others may change without
// notice.

/** Written before this rule. Do not add to it. */
const KNOWN = [
  'registration/server/services/demo.ts: core_registration_fields',
  'waiting_list/server/services/demo.ts: exams_exams',
  'waiting_list/server/services/demo.ts: exams_moments',
  // Functions that run as the owner of the tables.
  'certificates_next_ends_set: core_companies',
  'certificates_next_ends_settle: core_companies',
  'invoices_are_kept: core_companies',
  'waiting_list_first: core_companies',
]
const isNew = (line: string) => !KNOWN.includes(line)
const ownerOf = (name: string) =>
  plugins
    .map(({ id }) => id)
    .filter((id) => name.startsWith(`${id}_`))
    .sort((a, b) => b.length - a.length)[0]

let plugins: { id: string; folder: string }[]
let tables: string[]
let functions: { name: string; text: string }[]
beforeAll(async () => {
  await testApp()
  const { pluginRegistry } = await import('#core/plugins/registry')
  plugins = pluginRegistry().plugins.map((plugin) => ({ id: plugin.id, folder: folderOf(plugin) }))
  const superuser = await superuserOfTest()
  const found = await superuser.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
  tables = found.rows.map(({ name }) => name)
  const defined = await superuser.query<{ name: string; text: string }>(
    `select p.proname as name, p.prosrc as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'
     union all select viewname, definition from pg_views where schemaname = 'public'`,
  )
  functions = defined.rows
  await superuser.end()
})

/** Finds other plugins' tables that a text reads or writes: named after an SQL keyword or in a query builder call. */
function foreignTables(plugin: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(\/\/|--).*$/gm, '')
  const named = [...code.matchAll(/\b(?:from|join|into|update|using|table)\b[\s(]*['"`]?(\w+)/gi)].map((match) => match[1]!)
  return [...new Set(named)].filter((name) => tables.includes(name) && ownerOf(name) !== plugin)
}

describe('the SQL of a plugin', () => {
  it('names only its own tables, in its source', () => {
    const found = plugins
      .filter(({ id }) => id !== 'core')
      .flatMap(({ id, folder }) =>
        globSync(['contract/**/*.ts', 'server/**/*.ts', 'plugin.ts'], { cwd: folder })
          .filter((file) => !file.endsWith('.test.ts') && !/contract\/testing/.test(file))
          .flatMap((file) => foreignTables(id, readFileSync(join(folder, file), 'utf8')).map((table) => `${id}/${file}: ${table}`)),
      )
    expect(found.filter(isNew)).toEqual([])
  })

  it('names only its own tables, in functions and views of the database', () => {
    const found = functions.flatMap(({ name, text }) => {
      const plugin = ownerOf(name)
      return plugin && plugin !== 'core' ? foreignTables(plugin, text).map((table) => `${name}: ${table}`) : []
    })
    expect(found.filter(isNew)).toEqual([])
  })

  it('is reported when it names another table', () => {
    expect(foreignTables('skills', `select 1 from core_users u`)).toEqual(['core_users'])
    expect(foreignTables('skills', `db.from('learning_participations as p').join('skills_cells as c')`)).toEqual([
      'learning_participations',
    ])
  })
})
