import { setTimeout } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { fromKnex } from 'pg-boss'
import pg from 'pg'
import logger from '@adonisjs/core/services/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { settings } from '../config/settings.js'
import { ACROSS_ROLE } from '../database/roles.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, inCompany } from '../tenancy/scope.js'

/** The queue on which every listener's delivery runs. */
export const LISTENER_QUEUE = 'core.listener'

export interface QueueEntry {
  companyId: number | null
  [key: string]: unknown
}

type Runner = (payload: never) => Promise<void>

let boss: PgBoss | undefined

const queueOptions = (retry = 5) => ({
  retryLimit: retry,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 900,
  // Work of a process that was killed is taken up again after this; no job of ours takes longer.
  expireInSeconds: 60,
  notify: true,
})

/** Creates pg-boss's schema and one queue a job, as the owner; the application may only use them. */
export async function installJobSchema(ownerUrl: string, appUser: string): Promise<void> {
  const installer = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 2 })
  installer.on('error', (error) => logger.error({ err: error }, 'jobs'))
  await installer.start()
  const jobs = pluginRegistry().jobs
  for (const { name, retry } of [{ name: LISTENER_QUEUE, retry: 8 }, ...jobs]) {
    if (await installer.getQueue(name)) await installer.updateQueue(name, queueOptions(retry))
    else await installer.createQueue(name, queueOptions(retry))
  }
  await installer.stop({ graceful: false })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const user = client.escapeIdentifier(appUser)
    for (const role of [user, ACROSS_ROLE]) {
      await client.query(`grant usage on schema pgboss to ${role}`)
      await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${role}`)
      await client.query(`grant usage on all sequences in schema pgboss to ${role}`)
      await client.query(`grant execute on all functions in schema pgboss to ${role}`)
    }
  } finally {
    await client.end()
  }
}

/** Starts the workers of this process: listeners, the plugins' jobs and their schedules. */
export async function startJobs(runListener: Runner): Promise<void> {
  const { databaseUrl } = await settings()
  boss = new PgBoss({
    connectionString: databaseUrl,
    migrate: false,
    createSchema: false,
    max: 4,
    useListenNotify: true,
    schedule: true,
    application_name: 'platform-jobs',
  })
  boss.on('error', (error) => logger.error({ err: error }, 'jobs'))
  await boss.start()
  await work(boss, LISTENER_QUEUE, runListener)
  for (const { name, run, schedule } of pluginRegistry().jobs) {
    await work(boss, name, run)
    if (schedule) await boss.schedule(name, schedule, { companyId: null }, { tz: 'Europe/Amsterdam' })
  }
}

/** Takes the entries of one queue, one by one, as fast as they can be done. */
async function work(on: PgBoss, queue: string, run: Runner): Promise<void> {
  const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 10, batchSize: 1 }
  const own: { id?: string } = {}
  own.id = await on.work<QueueEntry>(queue, options, async ([job]) => {
    // Where there was one there may be more: a backlog must not wait ten seconds for each.
    if (own.id) on.notifyWorker(own.id)
    await inScope(job!.data ?? { companyId: null }, run)
  })
}

async function inScope(entry: QueueEntry, run: Runner): Promise<void> {
  const companyId = entry?.companyId ?? null
  const work = () => run(entry as never)
  await (companyId ? inCompany(companyId, work) : asSystem('job', work))
}

export async function stopJobs(): Promise<void> {
  // With the database gone there is nothing left to wait for.
  await Promise.race([boss?.stop({ graceful: true, timeout: 5000 }), setTimeout(6000, undefined, { ref: false })])
  boss = undefined
}

export function jobsAreRunning(): boolean {
  return boss !== undefined
}

/** Puts an entry on a queue inside a transaction of the across scope; only the relay does. */
export async function enqueue(queue: string, entry: QueueEntry, trx: TransactionClientContract): Promise<void> {
  if (!boss) throw new Error('Jobs are not running in this process.')
  await boss.send(queue, entry, { db: fromKnex(trx.knexClient as never) })
}
