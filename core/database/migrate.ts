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
  await ensureRoles(databaseOwnerUrl!, appUser)

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
    disableLocks: false,
  })
  await runner.run()
  if (runner.error) throw runner.error
  const done = Object.values(runner.migratedFiles).map((file) => file.file.name)
  await installJobSchema(databaseOwnerUrl!, appUser)
  return done
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
