import { setTimeout } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import { type QueueEntry, enqueue, jobsAreRunning } from '../jobs/boss.js'
import { LISTENER_QUEUE } from '../jobs/queues.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'

interface OutboxRow {
  id: number
  company_id: number
  kind: 'event' | 'job'
  name: string
  payload: Record<string, unknown>
  created_at: Date
  plugins: string[]
}

export interface ListenerEntry {
  companyId: number
  eventId: number
  occurredAt: string
  listener: string
  event: string
  payload: Record<string, unknown>
  [key: string]: unknown
}

const SWEEP_MS = 1000
const BATCH = 100
let timer: NodeJS.Timeout | undefined
let running: Promise<void> | undefined
let again = false

/** Starts moving events from the outbox to the queues, including those a killed process left. */
export function startRelay(): void {
  timer = setInterval(nudgeRelay, SWEEP_MS)
  timer.unref()
  nudgeRelay()
}

export async function stopRelay(): Promise<void> {
  clearInterval(timer)
  timer = undefined
  // A lost database must not stop the process: unrelayed events stay in the outbox.
  await Promise.race([running, setTimeout(2000, undefined, { ref: false })])
}

/** Called after each commit that wrote to the outbox, so that events do not wait for the sweep. */
export function nudgeRelay(): void {
  if (!timer || !jobsAreRunning()) return
  if (running) {
    again = true
    return
  }
  running = asSystem('outbox.relay', relayAll)
    .catch((error) => logger.error({ err: error }, 'outbox relay'))
    .finally(() => {
      running = undefined
      if (again) {
        again = false
        nudgeRelay()
      }
    })
}

async function relayAll(): Promise<void> {
  while ((await relayBatch()) === BATCH);
}

// One company after the other, so that a long backlog does not delay others.
const NEXT_BATCH = `
  with recursive companies as (
    (select company_id from core_outbox where relayed_at is null and failed_at is null order by company_id limit 1)
    union all
    select (select o.company_id from core_outbox o
             where o.relayed_at is null and o.failed_at is null and o.company_id > c.company_id order by o.company_id limit 1)
      from companies c where c.company_id is not null
  ), turns as (
    select own.id from companies c
     cross join lateral (
       select id, row_number() over (order by id) as turn
         from (select id from core_outbox o
                where o.relayed_at is null and o.failed_at is null and o.company_id = c.company_id order by id limit ${BATCH}) first
     ) own
     where c.company_id is not null
     order by own.turn, own.id limit ${BATCH}
  )
  select o.id, o.company_id, o.kind, o.name, o.payload, o.created_at, c.plugins
    from core_outbox o join core_companies c on c.id = o.company_id
   where o.id in (select id from turns) and o.relayed_at is null and o.failed_at is null
   order by o.id for update of o skip locked`

/** Moves one batch. An outbox row and its queue entries change in one transaction, so none is lost or doubled. */
async function relayBatch(): Promise<number> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: OutboxRow[] }>(NEXT_BATCH)
    if (!rows.length) return 0
    // Normally all together; one by one when a row among them fails.
    const all = await relayRows(rows, trx).catch((error: unknown) => error)
    if (all === undefined) return rows.length
    for (const row of rows) {
      await relayRows([row], trx).catch(async (error: unknown) => {
        logger.error({ err: error, outbox: row.id, name: row.name }, 'outbox row set aside')
        const done = { failed_at: new Date(), last_error: String(error).slice(0, 500) }
        await trx.from('core_outbox').where('id', row.id).update(done)
      })
    }
    return rows.length
  })
}

type Trx = Parameters<typeof enqueue>[2]

/** In a savepoint of its own, so that a failure leaves the batch intact. */
async function relayRows(rows: readonly OutboxRow[], trx: Trx): Promise<void> {
  const savepoint = await trx.transaction()
  try {
    const byQueue = new Map<string, QueueEntry[]>()
    const add = (queue: string, entry: QueueEntry) => {
      if (!byQueue.has(queue)) byQueue.set(queue, [])
      byQueue.get(queue)!.push(entry)
    }
    for (const row of rows) {
      if (row.kind === 'job') addJob(row, add)
      else addListeners(row, add)
    }
    for (const [queue, entries] of byQueue) await enqueue(queue, entries, savepoint)
    await savepoint
      .from('core_outbox')
      .whereIn(
        'id',
        rows.map(({ id }) => id),
      )
      .update({ relayed_at: new Date() })
    await savepoint.commit()
  } catch (error) {
    await savepoint.rollback()
    throw error
  }
}

type Add = (queue: string, entry: QueueEntry) => void

function addJob(row: OutboxRow, add: Add): void {
  const registry = pluginRegistry()
  const job = registry.jobs.find(({ name }) => name === row.name)
  if (!job) throw new Error(`No plugin declares the job "${row.name}".`)
  // A plugin that was turned off since receives nothing.
  if (registry.isOn(job.plugin, row.plugins)) add(row.name, { ...row.payload, companyId: row.company_id })
}

function addListeners(row: OutboxRow, add: Add): void {
  const registry = pluginRegistry()
  for (const listener of registry.listeners.get(row.name) ?? []) {
    if (!registry.isOn(listener.plugin, row.plugins)) continue
    const entry: ListenerEntry = {
      companyId: row.company_id,
      eventId: row.id,
      occurredAt: new Date(row.created_at).toISOString(),
      listener: listener.key,
      event: row.name,
      payload: row.payload,
    }
    add(LISTENER_QUEUE, entry)
  }
}

/** The listener queue's handler: finds the listener and calls it with the event. */
export async function runListener(entry: ListenerEntry): Promise<void> {
  const listener = pluginRegistry()
    .listeners.get(entry.event)
    ?.find((candidate) => candidate.key === entry.listener)
  if (!listener) return // The plugin was removed between the event and its delivery.
  await listener.handle(entry.payload as never, {
    eventId: entry.eventId,
    companyId: entry.companyId,
    occurredAt: new Date(entry.occurredAt),
  })
}

/** Removes events that were relayed more than 30 days ago; the daily job `core.outbox.clean`. */
export async function removeRelayed(): Promise<void> {
  const limit = new Date(Date.now() - 30 * 86_400_000)
  await asSystem('outbox.clean', () => db.from('core_outbox').where('relayed_at', '<', limit).delete())
}
