import { setTimeout } from 'node:timers/promises'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import logger from '@adonisjs/core/services/logger'
import { settings } from '../config/settings.js'
import { PLATFORM_ZONE } from '../i18n/zones.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import { type QueueEntry, currentBoss, setBoss } from './boss.js'
import { countDeadLetters } from './dead_letters.js'
import { failureOf } from './failure.js'
import { LISTENER_QUEUE } from './queues.js'
import { FAN_OUT, fanOut } from './schedules.js'

type Runner = (payload: never) => Promise<void>

const POLLING = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 10, batchSize: 1, includeMetadata: true } as const
/** A worker that only takes the first entry of a company (priority 0, core/jobs/boss.ts): the others may all run long entries. */
const FIRSTS_ONLY = { ...POLLING, minPriority: 0 } as const

/**
 * Starts the workers of this process: listeners, the plugins' jobs and their schedules.
 * @param byTheClock whether scheduled jobs start by themselves
 */
export async function startJobs(runListener: Runner, { byTheClock = true } = {}): Promise<void> {
  const boss = await openQueue({ byTheClock })
  await work(boss, LISTENER_QUEUE, runListener)
  for (const { name, run, parallel } of pluginRegistry().jobs) await work(boss, name, run, parallel)
  await syncSchedules(boss)
}

/** Opens the queue for sending jobs, without workers; `stopJobs` closes it. */
export async function openQueue({ byTheClock = false } = {}): Promise<PgBoss> {
  const { databaseAcrossUrl } = await settings()
  const boss = new PgBoss({
    connectionString: databaseAcrossUrl,
    migrate: false,
    createSchema: false,
    max: 4,
    useListenNotify: true,
    // How fast a stopped heartbeat is noticed: jobs of a killed process restart within half a minute.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // How often completed jobs are deleted (core/jobs/queues.ts says when).
    maintenanceIntervalSeconds: 1800,
    schedule: byTheClock,
    application_name: 'platform-jobs',
  })
  boss.on('error', (error) => logger.error({ err: error }, 'jobs'))
  await boss.start()
  setBoss(boss)
  return boss
}

/** Synchronises the schedules with the declarations: one that a plugin no longer has would run for ever. Exported for tests. */
export async function syncSchedules(on: PgBoss): Promise<void> {
  const declared = pluginRegistry().jobs.filter(({ schedule }) => schedule)
  const names = new Set(declared.map(({ name }) => name))
  for (const { name, key } of await on.getSchedules()) {
    if (!names.has(name)) await on.unschedule(name, key || undefined)
  }
  for (const { name, schedule } of declared) {
    const data = schedule!.each === 'company' ? { companyId: null, [FAN_OUT]: true } : { companyId: null }
    await on.schedule(name, schedule!.cron, data, { tz: PLATFORM_ZONE })
  }
}

/**
 * Processes the entries of one queue. Exported for tests.
 * @param parallel the number of workers that take whatever is next. One more takes first entries only, so that a company without a backlog
 * never waits for a long entry.
 */
export async function work(on: PgBoss, queue: string, run: Runner, parallel = 1): Promise<void> {
  for (const options of [...Array<typeof POLLING>(parallel).fill(POLLING), FIRSTS_ONLY]) {
    const own: { id?: string } = {}
    own.id = await on.work<QueueEntry>(queue, options, async ([job]) => {
      // After one entry look for the next at once, so that a backlog does not wait ten seconds for each.
      if (own.id) on.notifyWorker(own.id)
      await inScope(queue, job as JobWithMetadata<QueueEntry>, run)
    })
  }
}

async function inScope(queue: string, job: JobWithMetadata<QueueEntry>, run: Runner): Promise<void> {
  const { id, data, retryCount, retryLimit, signal } = job
  const entry = data ?? { companyId: null }
  const companyId = entry.companyId ?? null
  const work = () => (entry[FAN_OUT] ? fanOut(queue) : run(entry as never))
  const { listener, event } = entry
  const facts = { queue, job: id, companyId, listener, event, attempt: retryCount + 1 }
  let isDone = false
  // The queue counts it as failed and continues. A hanging job is logged; a normal end aborts too.
  signal.addEventListener('abort', () => !isDone && logger.error(facts, 'job took too long'), { once: true })
  try {
    await (companyId ? inCompany(companyId, work) : asSystem('job', work))
  } catch (error) {
    const failed = { ...facts, err: error }
    if (retryCount < retryLimit) logger.warn(failed, 'job failed, it is tried again')
    // Includes this run, which only counts afterwards.
    else logger.error({ ...failed, dead_letters: (await countQuietly()) + 1 }, 'job failed for good, it is a dead letter now')
    throw failureOf(error)
  } finally {
    isDone = true
  }
}

const countQuietly = () => asSystem('jobs.count', countDeadLetters).catch(() => 0)

export async function stopJobs(): Promise<void> {
  // Without a database there is nothing to wait for.
  await Promise.race([currentBoss()?.stop({ graceful: true, timeout: 5000 }), setTimeout(6000, undefined, { ref: false })])
  setBoss(undefined)
}
