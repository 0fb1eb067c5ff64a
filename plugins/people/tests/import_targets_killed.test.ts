import { expect, it, vi } from 'vitest'
import { PASSWORD, TestClient } from '#core/testing/client'
import { operatedServer } from '#core/testing/operated_server'

// The server as an operator runs it, killed with -9 while a file puts people in a group, while that is undone, and while a file of
// participants waits to be mended.

const NEW = 150
const operator = operatedServer()
const query = <T>(sql: string) => operator.query<T>(sql)
const FOREVER = { timeout: 300_000, interval: 100 }

async function signedIn(url: string): Promise<TestClient> {
  const client = new TestClient(url)
  const sent = { email: 'beheerder@noordwind.example', password: PASSWORD, company: 'noordwind' }
  expect((await client.post('/public/auth/login/', sent)).status).toBe(200)
  return client
}
const upload = async (client: TestClient, address: string, lines: string[]) =>
  (await client.upload(`/api/people/imports?name=k.csv&${address}`, 'file', { name: 'k.csv', type: 'text/csv', content: lines.join('\n') }))
    .body.data

it('continues after a kill: everybody is in the group once, and after the undo nobody is left', async () => {
  const first = await operator.start()
  let client = await signedIn(first.url)
  const group = (await client.post('/api/groups/groups', { kind: 'project', name: 'Gedood' })).body.data.id as number
  const colleagues = await query<{ email: string }>(
    `select m.email from kit_members m join core_companies c on c.id = m.company_id where c.login_id = 'noordwind' and m.email is not null`,
  )
  const waiting = await upload(client, 'target=participants', ['E-mail;Voornaam', 'wacht@killed.example;Wacht', 'fout;Fout'])
  const fresh = Array.from({ length: NEW }, (_, n) => `g${n}@killed.example;van;Groep ${n}`)
  const data = await upload(client, `target=members&group=${group}`, [
    'E-mail;Tussenvoegsel;Achternaam',
    ...colleagues.map(({ email }) => `${email};;`),
    ...fresh,
  ])
  expect(data).toMatchObject({ good: NEW + colleagues.length, known: colleagues.length, bad: 0 })
  const task = (await client.post(`/api/people/imports/${data.id}/run`, { invite: false, good_only: true })).body.data.id as number
  const facts = async () =>
    (
      await query<Record<string, number>>(
        `select (select count(*)::int from core_memberships where email like 'g%@killed.example') as added,
                (select count(*)::int from groups_members where group_id = ${group}) as joined`,
      )
    )[0]!
  await vi.waitFor(async () => expect((await facts()).added).toBeGreaterThan(20), { ...FOREVER, interval: 20 })
  await first.kill()
  expect((await facts()).added).toBeLessThan(NEW)

  const second = await operator.start()
  client = await signedIn(second.url)
  const shown = async (id: number) => (await client.get(`/api/people/imports/${id}`)).body.data
  await vi.waitFor(async () => expect(await shown(data.id)).toMatchObject({ state: 'done', left: 0, refused: [] }), FOREVER)
  expect(await facts()).toEqual({ added: NEW, joined: NEW + colleagues.length })
  // The file of participants is as it was, and is mended.
  expect((await client.patch(`/api/people/imports/${waiting.id}/cell`, { line: 3, column: 0, text: 'goed@killed.example' })).status).toBe(
    200,
  )
  expect((await client.get(`/api/people/imports/${waiting.id}/people`)).body.data).toMatchObject([
    { firstname: 'Wacht' },
    { firstname: 'Fout', email: 'goed@killed.example' },
  ])

  expect((await client.post(`/api/core/tasks/${task}/undo`, {})).status).toBe(202)
  await vi.waitFor(async () => expect((await facts()).added).toBeLessThan(NEW - 10), { ...FOREVER, interval: 20 })
  await second.kill()
  const third = await operator.start()
  client = await signedIn(third.url)
  await vi.waitFor(async () => expect(await shown(data.id)).toMatchObject({ state: 'undone', added: 0 }), FOREVER)
  expect(await facts()).toEqual({ added: 0, joined: 0 })
  const left = await query<{ email: string }>(
    `select m.email from kit_members m join core_companies c on c.id = m.company_id where c.login_id = 'noordwind' and m.email is not null`,
  )
  expect(left.length).toBe(colleagues.length)
  await third.stop()
})
