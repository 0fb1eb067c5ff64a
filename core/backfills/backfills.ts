import db from '@adonisjs/lucid/services/db'
import type { Delivery } from '../contract/events.js'
import { type QueueEntry, enqueue } from '../jobs/boss.js'
import { type OwnedListener, pluginRegistry } from '../plugins/registry.js'
import { acrossCompanies } from '../tenancy/across.js'
import { currentCompanyId } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

const PAGE = 200

interface Wanted {
  plugin: string
  event: string
  /** The plugin that has the history. */
  keeper: string
}

/** The past events that each plugin wants: its listeners with `replay`, of events whose owner has a history. */
function wanted(): Wanted[] {
  const registry = pluginRegistry()
  return [...registry.histories].flatMap(([event, { plugin: keeper }]) => {
    const plugins = new Set(replaying(event).map(({ plugin }) => plugin))
    return [...plugins].map((plugin) => ({ plugin, event, keeper }))
  })
}

const replaying = (event: string): readonly OwnedListener[] => (pluginRegistry().listeners.get(event) ?? []).filter(({ replay }) => replay)

/**
 * Starts a backfill for each plugin that is on and has not received past events: it was turned on, or came with a new version. The job
 * `core.replays` calls it every few minutes. Idempotent.
 * @returns the number started
 */
export async function beginBackfills(): Promise<number> {
  const all = wanted()
  return db.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: { company_id: number; plugin: string }[] }>(
      `insert into core_replays (company_id, plugin, event)
       select c.id, w.plugin, w.event from core_companies c
         join unnest(?::text[], ?::text[], ?::text[]) as w(plugin, event, keeper) on w.plugin = any(c.plugins) and w.keeper = any(c.plugins)
        where c.status = 'active'
          and not exists (select 1 from core_replays r where r.company_id = c.id and r.plugin = w.plugin and r.event = w.event)
       on conflict do nothing returning company_id, plugin`,
      [all.map(({ plugin }) => plugin), all.map(({ event }) => event), all.map(({ keeper }) => keeper)],
    )
    const entries = new Map(
      rows.map(({ company_id, plugin }): [string, QueueEntry] => [`${company_id} ${plugin}`, { companyId: company_id, plugin }]),
    )
    await enqueue('core.replay', [...entries.values()], trx)
    return entries.size
  })
}

interface Row {
  id: number
  event: string
  after_key: string
}

/**
 * Sends one plugin of the running company the events from before it was on, page by page in the order in which the owners declare them.
 * Each page and the progress are one transaction, so that a killed process continues where it was. No mails are sent, and other listeners
 * are not called.
 */
export async function replay({ plugin }: { plugin: string }): Promise<void> {
  const rows = (await db.from('core_replays').where({ plugin }).whereNull('finished_at').select('id', 'event', 'after_key')) as Row[]
  const byEvent = new Map(rows.map((row) => [row.event, row]))
  for (const event of pluginRegistry().histories.keys()) {
    const row = byEvent.get(event)
    if (row) await backfillEvent(plugin, row)
  }
}

async function backfillEvent(plugin: string, { id, event, after_key }: Row): Promise<void> {
  const { history } = pluginRegistry().histories.get(event)!
  const listeners = replaying(event).filter((listener) => listener.plugin === plugin)
  await db
    .from('core_replays')
    .where({ id })
    .whereNull('total')
    .update({ total: await history.count() })
  for (let after = Number(after_key); ;) {
    const facts = await history.after(after, PAGE)
    for (const { payload, occurredAt } of facts) {
      const delivery: Delivery = { eventId: null, companyId: currentCompanyId(), occurredAt }
      for (const listener of listeners) await listener.handle(payload as never, delivery)
    }
    after = facts.at(-1)?.key ?? after
    const isLast = facts.length < PAGE
    await db
      .from('core_replays')
      .where({ id })
      .update({ after_key: after, done: db.raw('done + ?', [facts.length]), ...(isLast && { finished_at: new Date() }) })
    if (isLast) return
  }
}

export interface RunningBackfill {
  company: string
  plugin: string
  done: number
  total: number
}

/** The running backfills of every company, for /tools/jobs. Audited. */
export function runningBackfills(session: Session): Promise<RunningBackfill[]> {
  return acrossCompanies(session, 'jobs.replays', async () => {
    const { rows } = await db.rawQuery<{ rows: RunningBackfill[] }>(
      `select c.name as company, r.plugin, sum(r.done)::int as done, sum(coalesce(r.total, 0))::int as total
         from core_replays r join core_companies c on c.id = r.company_id
        group by c.id, c.name, r.plugin having bool_or(r.finished_at is null and r.total > 0)
        order by c.name, r.plugin limit 50`,
    )
    return rows
  })
}
