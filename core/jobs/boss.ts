import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { type JobInsert, type PgBoss, fromKnex } from 'pg-boss'

export interface QueueEntry {
  companyId: number | null
  [key: string]: unknown
}

let boss: PgBoss | undefined

/** Sets the queue of this process while its workers run. */
export function setBoss(running: PgBoss | undefined): void {
  boss = running
}

export function currentBoss(): PgBoss | undefined {
  return boss
}

export function jobsAreRunning(): boolean {
  return boss !== undefined
}

/**
 * Puts entries on a queue inside a transaction of the across scope. An entry's priority is its position in its own company's backlog: the
 * first of every company runs before anybody's second, so that one company's ten thousand do not delay another's single one.
 */
export async function enqueue(queue: string, entries: readonly QueueEntry[], trx: TransactionClientContract): Promise<void> {
  if (!boss) throw new Error('Jobs are not running in this process.')
  if (!entries.length) return
  const places = await unfinished(queue, entries, trx)
  const jobs = entries.map((data): JobInsert => {
    if (!data.companyId) return { data }
    const group = String(data.companyId)
    const place = places.get(group) ?? 0
    places.set(group, place + 1)
    return { data, group: { id: group }, priority: -place }
  })
  await boss.insert(queue, jobs, { db: fromKnex(trx.knexClient as never) })
}

/** Counting a longer backlog for each new entry would cost more than the entry, and no fairness is lost between companies that have one. */
const MAX_COUNTED = 1000

/** Uses an index of unfinished jobs (core/jobs/install.ts). Exported for tests. */
export const UNFINISHED = `select g.group_id, u.n from unnest(?::text[]) g (group_id), lateral (select count(*) as n from (
    select from pgboss.job where name = ? and state < 'completed' and group_id = g.group_id limit ${MAX_COUNTED}) j) u`

/** The number of unfinished entries of each company on a queue. */
async function unfinished(queue: string, entries: readonly QueueEntry[], trx: TransactionClientContract): Promise<Map<string, number>> {
  const groups = [...new Set(entries.flatMap(({ companyId }) => (companyId ? [String(companyId)] : [])))]
  const { rows } = await trx.rawQuery<{ rows: { group_id: string; n: number }[] }>(UNFINISHED, [groups, queue])
  return new Map(rows.map(({ group_id, n }) => [group_id, n]))
}
