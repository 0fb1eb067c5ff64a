import db from '@adonisjs/lucid/services/db'
import type { Session } from '../tenancy/session.js'
import { conflict, notFound } from '../contract/errors.js'
import { type ListQuery, type Page, pageOf } from '../lists/list_query.js'
import { acrossCompanies } from '../tenancy/across.js'
import { currentBoss, enqueue, type QueueEntry } from './boss.js'
import { DEAD_LETTER_QUEUE, LISTENER_QUEUE } from './queues.js'

export interface DeadLetter {
  id: string
  /** The job, or a listener's plugin and name. */
  name: string
  /** The event of a listener; null for a job. */
  event: string | null
  company: string | null
  attempts: number
  /** The first line of the last error. */
  reason: string
  failed_at: string
}

interface Row {
  id: string
  source_name: string
  data: QueueEntry & { listener?: string; event?: string }
  output: unknown
  source_retry_count: number
  created_on: Date
  company: string | null
}

/** The name of a job or listener. @param queue its column, in SQL */
export const NAME = (queue: string) => `coalesce(j.data->>'listener', ${queue})`
const SOURCE_NAME = NAME('j.source_name')

// Only letters that still wait; those that were retried have left.
const letters = () =>
  db
    .from('pgboss.job as j')
    .joinRaw(`left join core_companies c on c.id = (j.data->>'companyId')::bigint`)
    .where('j.name', DEAD_LETTER_QUEUE)
    .whereRaw(`j.state < 'active'`)

/** The first line of an error, as the queue stores it. */
export function reasonIn(output: unknown): string {
  const failed = output as { message?: unknown; value?: { message?: unknown } } | null
  const message = failed?.message ?? failed?.value?.message
  return typeof message === 'string' ? message.split('\n')[0]!.slice(0, 300) : ''
}

const toLetter = (row: Row): DeadLetter => ({
  id: row.id,
  name: row.data.listener ?? row.source_name,
  event: row.source_name === LISTENER_QUEUE ? (row.data.event ?? null) : null,
  company: row.company,
  attempts: row.source_retry_count + 1,
  reason: reasonIn(row.output),
  failed_at: new Date(row.created_on).toISOString(),
})

export type DeadLetterSort = 'failed_at' | 'name' | 'company'

/** Failed jobs of every company, newest first. Audited. */
export async function listDeadLetters(session: Session, list: ListQuery<DeadLetterSort>): Promise<Page<DeadLetter>> {
  return acrossCompanies(session, 'jobs.dead_letters', async () => {
    const query = letters().select(
      'j.id',
      'j.source_name',
      'j.data',
      'j.output',
      'j.source_retry_count',
      'j.created_on',
      'c.name as company',
    )
    const { data, meta } = await pageOf<Row, DeadLetterSort>(query, list, {
      sort: { failed_at: 'j.created_on', name: SOURCE_NAME, company: 'search_key(c.name)' },
      defaultSort: '-failed_at',
      search: `search_key(${SOURCE_NAME} || ' ' || coalesce(c.name, ''))`,
      key: 'j.id',
    })
    return { data: data.map(toLetter), meta }
  })
}

/** The number of dead letters; runs in the system's scope. */
export async function countDeadLetters(): Promise<number> {
  const row = await letters().count('* as n').first()
  return Number(row.n)
}

/**
 * Puts a failed job back on its queue. Audited.
 * @throws AppError 404 when somebody else was faster; 409 job_gone when the job no longer exists
 */
export async function runAgain(session: Session, id: string): Promise<void> {
  await acrossCompanies(session, 'jobs.run_again', () =>
    db.transaction(async (trx) => {
      const row = (await trx
        .from('pgboss.job')
        .where({ id, name: DEAD_LETTER_QUEUE })
        .whereRaw(`state < 'active'`)
        .forUpdate()
        .select('source_name', 'data')
        .first()) as Pick<Row, 'source_name' | 'data'> | null
      if (!row) throw notFound()
      if (!(await currentBoss()?.getQueue(row.source_name))) throw conflict('job_gone')
      await trx.from('pgboss.job').where({ id, name: DEAD_LETTER_QUEUE }).delete()
      await enqueue(row.source_name, [row.data], trx)
    }),
  )
}

/** Puts all of them back, oldest first. Audited. @returns how many */
export async function runAllAgain(session: Session): Promise<number> {
  return acrossCompanies(session, 'jobs.run_all_again', async () => {
    let moved = 0
    for (;;) {
      const now = (await currentBoss()?.redrive(DEAD_LETTER_QUEUE, { limit: 1000 })) ?? 0
      moved += now
      if (now < 1000) return moved
    }
  })
}
