import app from '@adonisjs/core/services/app'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import pg from 'pg'
import { SettingsError, clearOwnerAddress, settings } from '../config/settings.js'
import { installJobSchema } from '../jobs/install.js'
import { isPackaged, migrationsFolder } from '../plugins/folders.js'
import { pluginRegistry } from '../plugins/registry.js'
import { assertPersonalTablesDeclared } from '../privacy/personal_tables.js'
import { withOwnerConnection } from '../tenancy/connections.js'
import { checkLogins, ensureRoles } from './logins.js'
import { assertUnchanged, createHashTable, recordMigrations } from './migration_hashes.js'
import { type DatabaseUrls, databaseUrls } from './urls.js'

/**
 * Updates the database: roles, tables of core and every plugin, the job queues. Runs on the owner's connection, which exists only during
 * the migration. Idempotent.
 * @throws SettingsError when a login of the application could bypass the policies
 * @throws Error with the migration's name when one fails (it is rolled back) or was changed after it ran
 */
export async function migrate(database: Database): Promise<string[]> {
  const urls = databaseUrls((await settings()) as DatabaseUrls)
  const owner = new pg.Client({ connectionString: urls.databaseOwnerUrl })
  await owner.connect()
  try {
    await assertVersion(owner)
    // Several nodes may start at once: one migrates, the others wait.
    await owner.query('select pg_advisory_lock(7274001)')
    await ensureRoles(owner, urls)
    await checkLogins(urls)
    await createHashTable(owner)
    await followMovedPlugins(owner)
    await assertUnchanged(owner)
    const done = await withOwnerConnection(database, urls.databaseOwnerUrl, migrationFolders(), () => runMigrations(database))
    await recordMigrations(owner)
    await assertPolicies(owner)
    await assertPersonalTablesDeclared((sql) => owner.query(sql), pluginRegistry().plugins)
    await installJobSchema(urls.databaseOwnerUrl)
    await clearOwnerAddress()
    return done
  } finally {
    await owner.end()
  }
}

/** The oldest PostgreSQL whose grants support `inherit` options. */
const OLDEST = 16

/** @throws SettingsError one line with the actual and the required version. Exported for tests. */
export async function assertVersion(owner: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await owner.query<{ version: string }>(`select current_setting('server_version') as version`)
  const version = rows[0]!.version.split(' ')[0]!
  if (Number.parseInt(version, 10) < OLDEST)
    throw new SettingsError(`DATABASE_URL: this is PostgreSQL ${version}, and the platform needs PostgreSQL ${OLDEST} or newer.`)
}

const migrationFolders = () =>
  pluginRegistry()
    .plugins.filter((plugin) => plugin.migrations || plugin.id === 'core')
    .map(migrationsFolder)

/** A plugin that moved into a package brings its migrations along; they ran under another folder's name. */
async function followMovedPlugins(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`select to_regclass('core_migrations') is not null as there`)
  if (!rows[0].there) return
  for (const plugin of pluginRegistry().plugins.filter(isPackaged)) {
    const [old, now] = [`plugins/${plugin.id}/migrations/`, `${migrationsFolder(plugin)}/`]
    for (const table of ['core_migrations', 'core_migrations_hashes']) {
      await owner.query(`update ${table} set name = $2 || substr(name, length($1) + 1) where starts_with(name, $1)`, [old, now])
    }
  }
}

async function runMigrations(database: Database): Promise<string[]> {
  const runner = new MigrationRunner(database, app as unknown as ApplicationService, {
    direction: 'up',
    connectionName: 'owner',
    disableLocks: true,
  })
  await runner.run()
  if (runner.error) throw runner.error
  return Object.values(runner.migratedFiles).map((file) => file.file.name)
}

/** The migrator's own tables: file names, no company's data. */
const OWN_TABLES = ['core_migrations', 'core_migrations_versions', 'core_migrations_hashes', 'adonis_schema', 'adonis_schema_versions']

/** Tables of an installed extension, such as pg_stat_statements, hold no company's data. */
const OWN = `not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** @throws Error that names a table without a forced policy */
async function assertPolicies(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
        and ${OWN} and not (c.relname = any($1))`,
    [OWN_TABLES],
  )
  const views = await owner.query(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('v', 'm') and not coalesce(c.reloptions @> '{security_invoker=true}', false)
        and ${OWN}`,
  )
  if (views.rows.length)
    throw new Error(`View "${views.rows[0].relname}" reads past the policies. Make it \`with (security_invoker = true)\`.`)
  if (rows.length) throw new Error(`Table "${rows[0].relname}" has no forced policy. Make it with tenantTable() or platformTable().`)
}
