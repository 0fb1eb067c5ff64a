import { expect, it, vi } from 'vitest'
import { PASSWORD, TestClient } from '#core/testing/client'
import { operatedServer, type OperatedServer } from '#core/testing/operated_server'

// The server as an operator runs it, killed with -9 while it starts a step for many people, and again while it writes their mails.

/** More than one batch of the clock's job. */
const PEOPLE = 700
const LAST = `kill${PEOPLE}@flows.example`
const operator = operatedServer()
const query = <T>(sql: string) => operator.query<T>(sql)

const MINE = `(select m.id from core_memberships m join core_users u on u.id = m.user_id where u.email like 'kill%@flows.example')`
const MAILS = `from core_mail_outbox where trigger = 'flows.mail.step_started' and membership_id in ${MINE}`
const count = async (from: string) => Number((await query<{ n: string }>(`select count(*) as n ${from}`))[0]!.n)
const steps = () => count(`from flows_steps s join flows_people p on p.id = s.person_id where p.membership_id in ${MINE}`)
const mails = () => count(MAILS)

/**
 * Runs a server until rows of a table are written, and kills it before those of the last person are: a trigger delays them.
 * @param isLast SQL over the new row: it is the last person's
 */
async function killWhile(
  start: () => Promise<OperatedServer>,
  { table, isLast, counted }: { table: string; isLast: string; counted: () => Promise<number> },
  work: (server: OperatedServer) => Promise<void> = async () => {},
): Promise<number> {
  const holder = await operator.connect()
  await holder.query('select pg_advisory_lock(7)')
  await holder.query(`
    create function hold_last() returns trigger language plpgsql as $$
      begin if ${isLast} then perform pg_advisory_xact_lock_shared(7); end if; return new; end $$;
    grant execute on function hold_last() to public;
    create trigger hold_last before insert on ${table} for each row execute function hold_last()`)
  const server = await start()
  await work(server)
  await vi.waitFor(async () => expect(await counted()).toBeGreaterThan(0), { timeout: 300_000, interval: 50 })
  await server.kill()
  const done = await counted()
  await holder.query('select pg_advisory_unlock(7)')
  await holder.query(`drop trigger hold_last on ${table}; drop function hold_last()`)
  await holder.end()
  return done
}

it('gives each course and writes each mail once, wherever the server is killed', async () => {
  const first = await operator.start()
  await query(`
    with u as (insert into core_users (email, firstname, lastname, language, birthdate)
               select 'kill' || n || '@flows.example', 'Persoon ' || n, 'Flow', 'nl', '1990-05-01' from generate_series(1, ${PEOPLE}) n returning id)
    insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from u, core_companies c where c.login_id = 'noordwind'`)
  const client = new TestClient(first.url)
  await client.post('/public/auth/login/', { email: 'beheerder@noordwind.example', password: PASSWORD, company: 'noordwind' })
  const [a, b] = (await client.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
  const step = (key: string, course: number) => ({ key, course, due_days: 30, optional: false })
  const definition = {
    steps: [step('a', a), step('b', b)],
    rules: [
      { step: 'a', type: 'direct' },
      { step: 'b', type: 'status', other: 'a', when: 'finished' },
    ],
    ...{ finish: null, expired: 'restart', skip_held: false, repeat_months: null },
  }
  const { id: flow } = (await client.post('/api/flows/flows', { name: 'Killed', active: true, groups: [], definition })).body.data
  const emails = Array.from({ length: PEOPLE }, (_one, index) => `kill${index + 1}@flows.example`)
  const isLast = (column: string) =>
    `${column} = (select m.id from core_memberships m join core_users u on u.id = m.user_id where u.email = '${LAST}')`
  const join = async () => {
    const { data: added } = (await client.post(`/api/flows/flows/${flow}/people`, { members: [], groups: [], emails })).body
    expect(added.joined).toBe(PEOPLE)
  }
  const ofStep = `exists (select 1 from flows_people p where p.id = new.person_id and ${isLast('p.membership_id')})`
  expect(await killWhile(async () => first, { table: 'flows_steps', isLast: ofStep, counted: steps }, join)).toBeLessThan(PEOPLE)
  const ofMail = { table: 'core_mail_outbox', isLast: isLast('new.membership_id'), counted: mails }
  expect(await killWhile(() => operator.start(), ofMail)).toBeLessThan(PEOPLE)
  const third = await operator.start()
  await vi.waitFor(async () => expect([await steps(), await mails()]).toEqual([PEOPLE, PEOPLE]), { timeout: 300_000, interval: 250 })
  // No pending event could still do it a second time.
  await vi.waitFor(
    async () =>
      expect(
        await count(`from (select 1 from core_outbox where relayed_at is null and failed_at is null and name like 'flows.%'
          union all select 1 from pgboss.job where state < 'completed' and data::text like '%flows.%') t`),
      ).toBe(0),
    { timeout: 300_000, interval: 250 },
  )
  const [counts] = await query(`
    select (select count(*)::int from learning_participations where membership_id in ${MINE}) as courses,
           (select count(distinct membership_id)::int from learning_participations where membership_id in ${MINE}) as people,
           (select count(*)::int from flows_history where act = 'step_started' and membership_id in ${MINE}) as noted,
           (select count(*)::int ${MAILS}) as mails,
           (select count(distinct membership_id)::int ${MAILS}) as told`)
  expect(counts).toEqual({ courses: PEOPLE, people: PEOPLE, noted: PEOPLE, mails: PEOPLE, told: PEOPLE })
  await third.stop()
})
