import db from '@adonisjs/lucid/services/db'
import { asSystem } from '../tenancy/scope.js'

/** The longest wait in milliseconds. The server is ready afterwards, even with work left. */
const MAX_WAIT_MS = 60_000

/**
 * Waits until the jobs of a freshly loaded demo are done, so that nobody sees a person without the skills that are still being computed.
 * Not for a later start: a job that the last process left unfinished may be tried again for minutes.
 */
export async function demoWorkDone(step: (text: string) => void): Promise<void> {
  const until = Date.now() + MAX_WAIT_MS
  for (let told = false; Date.now() < until; told = true) {
    if (!(await isWorkLeft())) return
    if (!told) step('Finishing the demo …')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Whether events or jobs that are due are left. A failed job that is tried again later does not count. */
async function isWorkLeft(): Promise<boolean> {
  const { rows } = await asSystem('demo.work', () =>
    db.rawQuery<{ rows: { left: boolean }[] }>(
      `select exists (select 1 from core_outbox where relayed_at is null and failed_at is null)
           or exists (select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()
                         and name not like '\\_\\_pgboss%' and name <> 'core.dead_letters') as left`,
    ),
  )
  return rows[0]!.left
}
