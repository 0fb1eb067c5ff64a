import app from '@adonisjs/core/services/app'
import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import pg from 'pg'
import { ACROSS_ROLE, TENANT_ROLE } from './roles.js'
import { installJobSchema } from '../jobs/jobs.js'
import { pluginRegistry } from '../plugins/registry.js'
import { settings } from '../config/settings.js'

/**
 * Brings the database up to date: roles, tables of core and of every plugin,
 * the job queues. Runs on the owner's connection; running it twice changes nothing.
 * @throws Error with the migration's name when one fails; what it did is rolled back
 */
export async function migrate(database: Database): Promise<string[]> {
  const { databaseUrl, databaseOwnerUrl } = await settings()
  const appUser = decodeURIComponent(new URL(databaseUrl!).username)
  // Several nodes may start at once: one migrates, the others wait and find it done.
  const lock = new pg.Client({ connectionString: databaseOwnerUrl })
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock(7274001)')
    return await migrateLocked(database, databaseOwnerUrl!, appUser)
  } finally {
    await lock.end()
  }
}

async function migrateLocked(database: Database, ownerUrl: string, appUser: string): Promise<string[]> {
  await ensureRoles(ownerUrl, appUser)

  const owner = database.manager.get('owner')!
  ;(owner.config as { migrations: { paths: string[] } }).migrations.paths = [
    'core/database/migrations',
    ...pluginRegistry()
      .plugins.filter((plugin) => plugin.migrations)
      .map((plugin) => `plugins/${plugin.id}/migrations`),
  ]
  const runner = new MigrationRunner(database, app as unknown as ApplicationService, {
    direction: 'up',
    connectionName: 'owner',
    disableLocks: true,
  })
  await runner.run()
  if (runner.error) throw runner.error
  const done = Object.values(runner.migratedFiles).map((file) => file.file.name)
  await assertPolicies(ownerUrl)
  await installJobSchema(ownerUrl, appUser)
  return done
}

/** @throws Error that names a table which a company could read past the wall */
async function assertPolicies(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
          and c.relname not in ('core_migrations', 'core_migrations_versions', 'adonis_schema', 'adonis_schema_versions')`,
    )
    if (rows.length) throw new Error(`Table "${rows[0].relname}" has no forced policy. Make it with tenantTable() or platformTable().`)
  } finally {
    await client.end()
  }
}

async function ensureRoles(ownerUrl: string, appUser: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const role of [TENANT_ROLE, ACROSS_ROLE]) {
      await client.query(`do $$ begin
        if not exists (select 1 from pg_roles where rolname = '${role}') then
          create role ${role} nologin nobypassrls;
        end if;
      exception when duplicate_object or unique_violation then null; end $$`)
      // The application puts the role on (set role); it inherits nothing by itself.
      const { rowCount } = await client.query(`select 1 from pg_auth_members where roleid = $1::regrole and member = $2::regrole`, [
        role,
        client.escapeIdentifier(appUser),
      ])
      if (!rowCount) await client.query(`grant ${role} to ${client.escapeIdentifier(appUser)} with inherit false, set true`)
    }
  } finally {
    await client.end()
  }
}
