import logger from '@adonisjs/core/services/logger'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { ACROSS_ROLE, TENANT_ROLE } from '../config/database_roles.js'
import { loginOf } from '../database/urls.js'
import { settings } from '../config/settings.js'
import { queues } from './queues.js'

/**
 * Creates pg-boss's schema and one queue per job, as the owner. The application may only use them, and only in work across companies,
 * because their rows are everybody's.
 */
export async function installJobSchema(ownerUrl: string): Promise<void> {
  const installer = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 2 })
  installer.on('error', (error) => logger.error({ err: error }, 'jobs'))
  await installer.start()
  for (const { name, options } of queues()) {
    if (await installer.getQueue(name)) await installer.updateQueue(name, options)
    else await installer.createQueue(name, options)
  }
  await installer.stop({ graceful: false })
  await finishSchema(ownerUrl)
}

/** The index for counting a company's unfinished jobs (core/jobs/boss.ts). */
const UNFINISHED_INDEX = `create index if not exists job_unfinished on pgboss.job (name, group_id) where state < 'completed'`

/** Our own index, and the application's permissions. */
async function finishSchema(ownerUrl: string): Promise<void> {
  const { databaseUrl } = await settings()
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(UNFINISHED_INDEX)
    // In databases from before the two logins, one company's statement could read everybody's jobs.
    for (const role of [client.escapeIdentifier(loginOf(databaseUrl!)), TENANT_ROLE]) {
      for (const kind of ['tables', 'sequences', 'functions']) {
        await client.query(`revoke all on all ${kind} in schema pgboss from ${role}`)
      }
      await client.query(`revoke all on schema pgboss from ${role}`)
    }
    await client.query(`grant usage on schema pgboss to ${ACROSS_ROLE}`)
    await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${ACROSS_ROLE}`)
    await client.query(`grant usage on all sequences in schema pgboss to ${ACROSS_ROLE}`)
    await client.query(`grant execute on all functions in schema pgboss to ${ACROSS_ROLE}`)
  } finally {
    await client.end()
  }
}
