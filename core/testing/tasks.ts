import { expect, vi } from 'vitest'
import type { TaskView } from '#core/contract/tasks'
import type { TestClient } from './client.js'

// Helpers for tests of tasks: people to process, and waiting for the end.

const system = async <T>(fn: (db: typeof import('@adonisjs/lucid/services/db').default) => PromiseLike<T>): Promise<T> => {
  const [{ default: db }, { asSystem }] = await Promise.all([import('@adonisjs/lucid/services/db'), import('#core/tenancy/scope')])
  return asSystem('tests', () => fn(db))
}

/** People of a company who cannot sign in. @returns their memberships, in order */
export async function addPeople(loginId: string, count: number, lastname: string): Promise<number[]> {
  return system(async (db) => {
    const { rows } = await db.rawQuery(
      `with u as (insert into core_users (email, firstname, lastname) select ?::text || n || '@tasks.example', 'Persoon ' || n, ?::text from generate_series(1, ?::int) n returning id)
       insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from u, core_companies c where c.login_id = ? returning id`,
      [lastname.toLowerCase(), lastname, count, loginId],
    )
    return (rows as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b)
  })
}

/** Waits for a task to end and returns it. */
export async function endedTask(client: TestClient, id: number): Promise<TaskView> {
  return vi.waitFor(
    async () => {
      const { data } = (await client.get(`/api/core/tasks/${id}`)).body
      expect(['done', 'failed', 'cancelled']).toContain(data.state)
      return data as TaskView
    },
    { timeout: 300_000, interval: 100 },
  )
}

/** The number of tasks in each state. */
export const statusesOf = (ids: readonly number[]): Promise<Record<string, number>> =>
  system(async (db) => {
    const rows = await db
      .from('core_memberships')
      .whereIn('id', [...ids])
      .groupBy('status')
      .select('status')
      .count('* as n')
    return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]))
  })
