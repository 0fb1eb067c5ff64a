import db from '@adonisjs/lucid/services/db'
import { acrossCompanies } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { NAME, reasonIn } from './dead_letters.js'
import { DEAD_LETTER_QUEUE } from './queues.js'

/** The most kinds of work in the list. */
const MAX_LINES = 50

/** Unfinished jobs of one kind for one company. */
export interface WaitingWork {
  /** The job, or a listener's plugin and name. */
  name: string
  company: string | null
  waiting: number
  running: number
  /** The number of waiting jobs that failed and are retried. */
  again: number
  /** When the oldest of them was queued. */
  since: string
  /** When the next failed one is retried; null without failures. */
  again_at: string | null
  /** The last error. */
  reason: string | null
}

/** Waiting and running jobs of every company, oldest first; for /tools/jobs. Audited. */
export function waitingWork(session: Session): Promise<WaitingWork[]> {
  return acrossCompanies(session, 'jobs.waiting', async () => {
    const { rows } = await db.rawQuery<{ rows: (Omit<WaitingWork, 'reason'> & { output: unknown })[] }>(
      `select ${NAME('j.name')} as name, c.name as company,
              count(*) filter (where j.state < 'active')::int as waiting,
              count(*) filter (where j.state = 'active')::int as running,
              count(*) filter (where j.state = 'retry')::int as again,
              min(j.created_on) as since,
              min(j.start_after) filter (where j.state = 'retry') as again_at,
              (array_agg(j.output order by j.start_after) filter (where j.state = 'retry'))[1] as output
         from pgboss.job j left join core_companies c on c.id = (j.data->>'companyId')::bigint
        -- What begins later by its own wish (a schedule, a reminder) waits for its time, not for us.
        where j.state < 'completed' and (j.start_after <= now() or j.state = 'retry') and j.name <> ? and j.name not like '\\_\\_pgboss%'
        group by 1, c.id, c.name order by since, 1 limit ?`,
      [DEAD_LETTER_QUEUE, MAX_LINES],
    )
    return rows.map(({ output, since, again_at: at, ...row }) => ({
      ...row,
      since: new Date(since).toISOString(),
      again_at: at && new Date(at).toISOString(),
      reason: row.again ? reasonIn(output) : null,
    }))
  })
}
