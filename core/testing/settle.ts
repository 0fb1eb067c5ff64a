import db from '@adonisjs/lucid/services/db'
import { asSystem } from '../tenancy/scope.js'

/**
 * Waits until every event is delivered and every job is done.
 * @throws Error that names what is left, after ten minutes, which only a hang reaches
 */
export async function settle(): Promise<void> {
  const deadline = Date.now() + 600_000
  for (;;) {
    const left = await asSystem('tests.settle', async () => {
      const { rows } = await db.rawQuery(
        `select 'outbox: ' || name as what from core_outbox where relayed_at is null and failed_at is null
         union all
         select name || ' ' || state || ' ' || coalesce(output::text, '') from pgboss.job
          where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' and name <> 'core.dead_letters' limit 5`,
      )
      return rows as { what: string }[]
    })
    if (!left.length) return
    if (Date.now() > deadline) throw new Error(`Not settled: ${left.map(({ what }) => what).join('; ')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
