import { vi } from 'vitest'
import type { TestApp } from './app.js'

/**
 * Waits until somebody waits for a lock in this test's database: what was begun before stands in their way.
 * @param many so many of them at least
 * @param orOver work that may have nobody to wait for: its end is as good
 */
export async function untilSomebodyWaits(
  app: TestApp,
  { many = 1, orOver }: { many?: number; orOver?: Promise<unknown> } = {},
): Promise<void> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  let isOver = false
  const over = () => void (isOver = true)
  orOver?.then(over, over)
  await vi.waitFor(
    async () => {
      if (isOver) return
      const { rows } = await app.asSystem(async () =>
        db.rawQuery(`select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`),
      )
      if (rows.length < many) throw new Error('Nobody waits for a lock.')
    },
    { timeout: 300_000, interval: 20 },
  )
}
