import { vi } from 'vitest'
import type { TestApp } from './app.js'

/** Waits until somebody waits for a lock in this test's database: what was begun before stands in their way. */
export async function untilSomebodyWaits(app: TestApp): Promise<void> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  await vi.waitFor(
    async () => {
      const { rows } = await app.asSystem(async () =>
        db.rawQuery(
          `select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database() limit 1`,
        ),
      )
      if (!rows.length) throw new Error('Nobody waits for a lock.')
    },
    { timeout: 20_000, interval: 20 },
  )
}
