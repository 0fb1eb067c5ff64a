import { describe, expect, it, vi } from 'vitest'
import { PASSWORD, TestClient } from '#core/testing/client'
import { operatedServer } from '#core/testing/operated_server'

// The server as an operator runs it, killed with -9 in the middle of a task that a person started.

const PEOPLE = 400
const operator = operatedServer()
const query = <T>(sql: string) => operator.query<T>(sql)

describe('a task whose server is killed in the middle', () => {
  it('continues where it stopped and processes no row twice', async () => {
    const first = await operator.start()
    await query(`
      with u as (insert into core_users (email, firstname, lastname)
                 select 'kill' || n || '@tasks.example', 'Persoon ' || n, 'Herstelstra' from generate_series(1, ${PEOPLE}) n returning id)
      insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from u, core_companies c where c.login_id = 'noordwind'`)
    const client = new TestClient(first.url)
    await client.post('/public/auth/login/', { email: 'beheerder@noordwind.example', password: PASSWORD, company: 'noordwind' })
    const order = { action: 'people.deactivate', filter: 'search=herstelstra', count: PEOPLE }
    const { data: task } = (await client.post('/api/people/participants/act', order)).body
    const done = async () => Number((await query<{ done: number }>(`select done from core_tasks where id = ${task.id}`))[0]!.done)
    await vi.waitFor(async () => expect(await done()).toBeGreaterThan(20), { timeout: 300_000, interval: 20 })

    await first.kill()
    const before = await done()
    expect(before).toBeLessThan(PEOPLE)

    const second = await operator.start()
    const again = new TestClient(second.url)
    for (const [name, value] of client.cookies) again.cookies.set(name, value)
    const ended = await vi.waitFor(
      async () => {
        const { data } = (await again.get(`/api/core/tasks/${task.id}`)).body
        expect(data.state).toBe('done')
        return data
      },
      { timeout: 300_000, interval: 500 },
    )
    expect(ended).toMatchObject({ done: PEOPLE, total: PEOPLE, failed: 0 })
    // It was a second run, and each person was changed, logged and notified once.
    const [facts] = await query<Record<string, number>>(`
      select (select runs from core_tasks where id = ${task.id})::int as runs,
             (select count(*) from core_memberships where lastname = 'Herstelstra' and status = 'inactive')::int as inactive,
             (select count(*) from core_audit_log where action = 'membership.inactive')::int as audited,
             (select count(*) from core_outbox where name = 'core.membership.status_changed')::int as told`)
    expect(facts).toEqual({ runs: 2, inactive: PEOPLE, audited: PEOPLE, told: PEOPLE })
    await second.stop()
  })
})
