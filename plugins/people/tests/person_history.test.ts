import { beforeAll, describe, expect, it } from 'vitest'
import { pluginRegistry } from '#core/plugins/registry'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'

// What happened to a person and who did it: from every plugin that has a history, page by page, and from no other company.

interface Line {
  key: string
  action: string
  text: string
  detail: string | null
  at: string
  by: string | null
  side: string
}

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let admin: TestClient
let counter = 0

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
})

const path = (id: number) => `/api/people/participants/${id}/history`
const page = async (id: number, before: string | null = null, client = supervisor) =>
  (await client.get(path(id) + (before ? `?before=${encodeURIComponent(before)}` : ''))).body as { data: Line[]; next: string | null }
async function all(id: number): Promise<Line[]> {
  const lines: Line[] = []
  for (let next: string | null = null; ;) {
    const got = await page(id, next)
    lines.push(...got.data)
    next = got.next
    if (!next) return lines
  }
}
/** Creates a participant of Noordwind. @returns the membership */
const person = async (): Promise<number> => {
  counter += 1
  return (
    await createParticipant('noordwind', {
      email: `historie${counter}@history.example`,
      firstname: 'Historie',
      lastname: `Mens ${counter}`,
    })
  ).id
}
const inNoordwind = <T>(fn: () => Promise<T>) => app.inCompany('noordwind', fn)

/** Runs another plugin's bulk action on one person, as the supervisor. */
async function act(list: string, action: string, id: number, input: object): Promise<void> {
  expect((await supervisor.post(`${list}/act`, { action, ids: [id], input })).status).toBe(202)
  await app.settle()
}

describe('the history of a person', () => {
  it('says what was done with courses and by whom, in the reader’s language', async () => {
    const id = await person()
    expect(await page(id)).toEqual({ data: [], next: null })
    const course = (await supervisor.get('/api/booking/offers')).body.data.find((one: { adults_only: boolean }) => !one.adults_only)
    await act('/api/people/participants', 'learning.assign', id, { courses: [course.id] })
    const [line] = (await page(id)).data
    expect(line).toMatchObject({ action: 'learning.act_assigned', text: `Training gekregen: ${course.name}`, by: 'Ruben Hofstra' })
    await app.asSystem(() => db.from('core_users').where('email', 'admin@platform.example').update({ language: 'en' }))
    expect((await page(id, null, admin)).data[0]!.text).toMatch(/^Given a course: /)
    expect((await other.get(path(id))).status).toBe(404)
  })

  it('says who added them to a group and removed them, also by a rule and when the group is deleted', async () => {
    const id = await person()
    const made = await supervisor.post('/api/groups/groups', { kind: 'location', name: 'Historische hal', rule: null })
    const group = made.body.data.id as number
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [id] })
    // The second time changes nothing.
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [id] })
    await act('/api/groups/members', 'groups.leave', id, { group })
    const rule = { match: 'all', conditions: [{ field: 'email_domain', op: 'is', value: 'history.example' }] }
    const byRule = await supervisor.post('/api/groups/groups', { kind: 'function', name: 'Historici', rule })
    await supervisor.delete(`/api/groups/groups/${byRule.body.data.id}`)
    const lines = (await all(id)).map(({ text, by: who, side }) => [text, who ?? side])
    expect(lines).toEqual([
      ['Groep Historici verwijderd', 'Ruben Hofstra'],
      ['Door de regel in de groep Historici gekomen', 'system'],
      ['Uit de groep Historische hal gehaald', 'Ruben Hofstra'],
      ['In de groep Historische hal gezet', 'Ruben Hofstra'],
    ])
  })

  it('pages through each line once, also for lines of the same moment', async () => {
    const id = await person()
    await app.asSystem(() =>
      db.rawQuery(
        `insert into groups_history (company_id, membership_id, group_name, act, how, at)
           select m.company_id, m.id, 'Groep ' || n, 'joined', 'hand', timestamptz '2026-01-01 12:00:00.123456Z' from core_memberships m, generate_series(1, 70) n where m.id = ?`,
        [id],
      ),
    )
    await app.asSystem(() =>
      db.rawQuery(
        `insert into core_audit_log (company_id, action, reason, details, created_at)
           select m.company_id, 'member.details', 'people.profile', jsonb_build_object('membershipId', m.id), timestamptz '2026-01-01 12:00:00.123456Z' from core_memberships m, generate_series(1, 10) where m.id = ?`,
        [id],
      ),
    )
    const lines = await all(id)
    expect(lines).toHaveLength(80)
    expect(new Set(lines.map(({ key }) => key)).size).toBe(80)
    expect((await supervisor.get(`${path(id)}?before=nonsense`)).status).toBe(422)
    for (const moment of ['2026-99-99T99:99:99', '2026-02-30T00:00:00', '0000-01-01T00:00:00'])
      expect((await supervisor.get(`${path(id)}?before=${moment}.000000Z~learning.acts~1`)).status).toBe(422)
    // A cursor from another person's history is only a moment.
    const mine = await person()
    expect((await page(mine, lines[3]!.key)).data).toEqual([])
  })

  it('names people of the company and of the platform, and marks others as gone', async () => {
    const id = await person()
    const note = (user: number | null) =>
      app.asSystem(() =>
        db.rawQuery(
          `insert into core_audit_log (user_id, company_id, action, reason, details)
             select ?, m.company_id, 'member.details', 'people.profile', jsonb_build_object('membershipId', m.id) from core_memberships m where m.id = ?`,
          [user as number, id],
        ),
      )
    const userOf = async (email: string) =>
      (await app.asSystem(() => db.from('core_users').where('email', email).firstOrFail())).id as number
    // One former supervisor now belongs to another company; the other was erased, so their entry names nobody.
    for (const email of ['beheerder@noordwind.example', 'admin@platform.example', 'beheerder@bouwmeester.example'])
      await note(await userOf(email))
    await note(null)
    expect((await all(id)).map(({ by: who, side }) => [who, side])).toEqual([
      [null, 'gone'],
      [null, 'gone'],
      ['Noor Admiraal', 'platform'],
      ['Ruben Hofstra', 'unknown'],
    ])
  })

  it('describes an undo in words', async () => {
    const id = await person()
    const course = (await supervisor.get('/api/booking/offers')).body.data.find((one: { adults_only: boolean }) => !one.adults_only)
    await act('/api/people/participants', 'learning.assign', id, { courses: [course.id] })
    const [task] = (await supervisor.get('/api/core/tasks')).body.data
    expect((await supervisor.post(`/api/core/tasks/${task.id}/undo`)).status).toBe(202)
    await app.settle()
    expect((await page(id)).data[0]).toMatchObject({
      ...{ action: 'learning.act_unassigned', by: 'Ruben Hofstra' },
      text: `Training ingetrokken, toewijzing ongedaan gemaakt: ${course.name}`,
    })
  })

  it('describes every entry of each plugin in words', async () => {
    const sources = pluginRegistry().personFacts
    expect(sources.length).toBeGreaterThan(8)
    const people = await inNoordwind(async () => (await db.from('kit_members').select('id')).map(({ id }) => Number(id)))
    const told = new Set<string>()
    for (const id of people)
      for (const { action, text } of await all(id)) {
        told.add(action)
        expect(text).not.toMatch(/^[a-z_]+\.|[{}]|undefined|null/)
      }
    const declared = new Set(sources.flatMap(({ plugin, acts }) => acts.map((act) => `${plugin}.${act}`)))
    for (const action of told) if (!/^(member|membership|invitation|second_factor)\./.test(action)) expect(declared).toContain(action)
    for (const some of ['learning.passed', 'certificates.issued', 'booking.created', 'exams.status_waiting', 'groups.joined_hand'])
      expect(told).toContain(some)
  })

  it('shows entries of the current company only, and leaves out a plugin that is off', async () => {
    const id = await inNoordwind(
      async () => (await db.from('groups_history').select('membership_id').firstOrFail()).membership_id as number,
    )
    expect((await other.get(path(id))).status).toBe(404)
    expect((await page(id, null, admin)).data.length).toBeGreaterThan(0)
    // Whatever a source reads, row-level security of the caller applies: the same query in another company's scope finds nothing.
    const { memberHistory } = await import('#core/kit/people')
    expect(await app.inCompany('bouwmeester', () => memberHistory(id))).toEqual({ acts: [], next: null })
    const set = (sql: string) =>
      app.asSystem(() =>
        db
          .from('core_companies')
          .where('login_id', 'noordwind')
          .update({ plugins: db.raw(sql) }),
      )
    await set(`array_remove(plugins, 'groups')`)
    expect((await all(id)).some(({ action }) => action.startsWith('groups.'))).toBe(false)
    await set(`array_append(plugins, 'groups')`)
    expect((await all(id)).some(({ action }) => action.startsWith('groups.'))).toBe(true)
  })
})
