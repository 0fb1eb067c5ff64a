import { vi } from 'vitest'
import type { TestApp } from './app.js'

/**
 * Waits until a session of this test's database waits for a lock, which an earlier transaction holds.
 * @param many the minimum number of waiting sessions
 * @param orOver work that may not have to wait for anybody: its end also counts
 */
export async function untilBlocked(app: TestApp, { many = 1, orOver }: { many?: number; orOver?: Promise<unknown> } = {}): Promise<void> {
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
