import { expect, it, vi } from 'vitest'
import { PASSWORD, TestClient } from '#core/testing/client'
import { operatedServer } from '#core/testing/operated_server'

// The server as an operator runs it, killed with -9 in the middle of an import with groups and managers, and right after an account was
// deleted.

const PEOPLE = 300
const GROUPS = 3
const operator = operatedServer()
const query = <T>(sql: string) => operator.query<T>(sql)
const FOREVER = { timeout: 300_000, interval: 100 }

async function signedIn(url: string, email: string): Promise<TestClient> {
  const client = new TestClient(url)
  const { status } = await client.post('/public/auth/login/', { email, password: PASSWORD, company: 'noordwind' })
  expect(status).toBe(200)
  return client
}

it('resumes an import after a kill: everybody exists once, in their group and with their manager', async () => {
  const first = await operator.start()
  const client = await signedIn(first.url, 'beheerder@noordwind.example')
  const head = 'Voornaam;Achternaam;E-mail;Personeelsnummer;Groepen;Leidinggevende'
  // Each person's manager is on the next line, so no manager exists yet when a person is added.
  const lines = Array.from(
    { length: PEOPLE },
    (_, n) => `Kil;Sigkill;k${n}@killed.example;K-${n};Gedood ${n % GROUPS};${n + 1 < PEOPLE ? `K-${n + 1}` : ''}`,
  )
  const content = [head, ...lines].join('\n')
  const { data } = (await client.upload('/api/people/imports?name=k.csv', 'file', { name: 'k.csv', type: 'text/csv', content })).body
  expect((await client.put(`/api/people/imports/${data.id}/groups`, { create: 'project' })).body.data).toMatchObject({
    good: PEOPLE,
    bad: 0,
  })
  expect((await client.post(`/api/people/imports/${data.id}/run`, { invite: false, good_only: true })).status).toBe(202)
  const facts = async () =>
    (
      await query<Record<string, number>>(`
      select count(*)::int as people, count(distinct m.email)::int as emails, count(w.personnel_number)::int as numbers, count(w.manager_id)::int as managed,
             (select count(*) from groups_members gm join groups_groups g on g.id = gm.group_id where g.name like 'Gedood %')::int as joined,
             (select count(*) from groups_groups where name like 'Gedood %')::int as groups,
             (select count(*) from people_import_rows where import_id = ${data.id} and (groups is not null or manager is not null))::int as waiting
        from core_memberships m left join people_work w on w.membership_id = m.id where m.lastname = 'Sigkill'`)
    )[0]!
  await vi.waitFor(async () => expect((await facts()).people).toBeGreaterThan(20), { ...FOREVER, interval: 20 })
  await first.kill()
  const before = await facts()
  expect(before.people).toBeLessThan(PEOPLE)
  // Everybody who was added has the data of the same transaction.
  expect(before.numbers).toBe(before.people)

  const second = await operator.start()
  const again = new TestClient(second.url)
  for (const [name, value] of client.cookies) again.cookies.set(name, value)
  await vi.waitFor(
    async () =>
      expect((await again.get(`/api/people/imports/${data.id}`)).body.data).toMatchObject({ state: 'done', left: 0, refused: [] }),
    FOREVER,
  )
  expect(await facts()).toEqual({
    people: PEOPLE,
    emails: PEOPLE,
    numbers: PEOPLE,
    managed: PEOPLE - 1,
    joined: PEOPLE,
    groups: GROUPS,
    waiting: 0,
  })

  // A person deletes their account, and the process dies at that moment.
  const email = 'leaver@killed.example'
  await query(`
    with u as (insert into core_users (email, firstname, lastname, password)
               select '${email}', 'Gaat', 'Weg', password from core_users where email = 'leerling@noordwind.example' returning id)
    insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from u, core_companies c where c.login_id = 'noordwind'`)
  const leaver = await signedIn(second.url, email)
  const [{ id: userId }] = (await query<{ id: number }>(`select id from core_users where email = '${email}'`)) as [{ id: number }]
  expect((await leaver.post('/api/core/account/delete', { current: PASSWORD })).status).toBe(200)
  await second.kill()
  const third = await operator.start()
  const check = async () => (await new TestClient(third.url).post('/public/register/email', { email })).body
  expect(await check()).toMatchObject({ email_exists: false })
  const client3 = await signedIn(third.url, 'beheerder@noordwind.example')
  const person = {
    email,
    firstname: 'Weer',
    lastname: 'Hier',
    birthdate: null,
    language: 'nl',
    role: 'leerling',
    invite: false,
    company: null,
  }
  expect((await client3.post('/api/people/participants', person)).status).toBe(201)
  await vi.waitFor(async () => expect(await query(`select 1 from core_users where id = ${userId}`)).toEqual([]), FOREVER)
  const left = await query(`select m.lastname, m.state from core_memberships m where m.email = '${email}'`)
  expect(left).toEqual([{ lastname: 'Hier', state: 'invited' }])
  await third.stop()
})
