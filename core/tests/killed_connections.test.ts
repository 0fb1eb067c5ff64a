import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { superuserOfTest } from '#core/testing/superuser'

// Connections die while idle: a database restarts, a network drops them, an operator terminates them.

let superuser: pg.Client
let supervisor: TestClient
beforeAll(async () => {
  await testApp()
  superuser = await superuserOfTest()
  supervisor = await signInAs('beheerder@noordwind.example')
})
afterAll(() => superuser.end())

/**
 * Terminates all connections of the pools and waits for their end; not those of the queue, which have a wait of their own. @returns how
 * many
 */
async function killAll(): Promise<number> {
  const { rowCount } = await superuser.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'platform-jobs'`,
  )
  return rowCount ?? 0
}

const statuses = async (answers: Promise<{ status: number }>[]) => (await Promise.all(answers)).map(({ status }) => status)
const read = () => supervisor.get('/api/people/participants')

describe('connections that are killed while idle', () => {
  it('are noticed by no call, neither the next one nor several concurrent ones', async () => {
    const refused: number[] = []
    for (let round = 0; round < 25; round++) {
      // Enough queries to fill the pools with connections that are about to die.
      refused.push(...(await statuses([read(), read(), read(), read()])))
      expect(await killAll()).toBeGreaterThan(0)
      refused.push(...(await statuses(round % 2 ? [read()] : [read(), read(), read()])))
    }
    expect(refused.filter((status) => status !== 200)).toEqual([])
  })

  it('do not prevent a write', async () => {
    const views = async () => (await supervisor.get('/api/core/list_views?list=people.participants')).body.data as { name: string }[]
    const names = Array.from({ length: 15 }, (_, index) => `Ronde ${index}`)
    const answers: number[] = []
    for (const name of names) {
      await statuses([read(), read(), read()])
      await killAll()
      const { status } = await supervisor.post('/api/core/list_views', { list: 'people.participants', name, filter: '', shared: false })
      answers.push(status)
    }
    expect(answers.filter((status) => status >= 300)).toEqual([])
    const kept = (await views()).map(({ name }) => name)
    expect(kept.filter((name) => name.startsWith('Ronde')).sort()).toEqual([...names].sort())
  })
})
