import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { isReviewed } from '#core/testing/generated_ids'

// The group filter in every list about people, and the lists that are about none.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
})

/** Lists about no person, each reviewed. A list that is not named here has the filter. */
const OF_NOBODY = [
  // Who did something, often an admin: the affected person is only in the text.
  'core.audit',
  // A tool of admins: who started which task, in every company.
  'core.jobs.tasks',
  // Links, with the number of people booked through each.
  'booking_links.links',
  'companies.companies',
  'contracts.contracts',
  'exams.exams',
  'exams.moments',
  'flows.flows',
  'groups.groups',
  // Amounts that a company owes or paid for a booking or a month: the lists of bookings and of contract usage show the people.
  'invoices.invoices',
  'payments.payments',
  // Visitors without an account.
  'marketing.leads',
  'learning.edited',
  'learning.questions',
  'learning.requirements',
  // Courses, with the number of people who take each.
  'learning.used',
]

/** Lists by their path, each with its rows and their people as SQL. */
const LISTS: readonly [path: string, rows: string][] = [
  [
    '/api/exams/entries',
    `select id, membership_id from exams_entries where held_until is null and (released_at is null or status = 'refused')`,
  ],
  ['/api/direct_access/visits', 'select id, membership_id from direct_access_visits'],
  ['/api/booking/bookings', 'select booking_id as id, membership_id from booking_people'],
  ['/api/waiting_list/line', 'select id, membership_id from waiting_list_places'],
]
const OF_ADMINS: typeof LISTS = [
  ['/api/lti/grades', 'select g.id, p.membership_id from lti_grades g join lti_people p on p.id = g.person_id where g.version > 0'],
  ['/api/lti/launches', 'select id, membership_id from lti_launches'],
  ['/api/mails', 'select id, membership_id from core_mail_outbox where by_mail'],
  ['/api/support/questions', 'select id, membership_id from support_questions'],
]

interface Row {
  id: number
  membership_id: number
}
const rowsOf = (sql: string): Promise<Row[]> =>
  app.inCompany('noordwind', async () => (await db.rawQuery(`select * from (${sql}) r where membership_id is not null order by 1, 2`)).rows)
const idsOf = async (client: TestClient, path: string, query: string): Promise<number[]> => {
  const { status, body } = await client.get(`${path}?per_page=100&${query}`)
  expect([path, status]).toEqual([path, 200])
  return (body.data as Row[]).map(({ id }) => id).sort((a, b) => a - b)
}
let counter = 0
async function groupOf(client: TestClient, members: readonly number[]): Promise<number> {
  counter += 1
  const { body } = await client.post('/api/groups/groups', { kind: 'location', name: `Groep ${counter}` })
  expect((await client.post(`/api/groups/groups/${body.data.id}/members`, { members })).status).toBe(200)
  return body.data.id
}
const linesOf = async (client: TestClient, path: string, filter: string) =>
  String((await client.post(`${path}/export`, { format: 'csv', filter })).body)
    .trim()
    .split('\r\n').length - 1

/** Puts the people of one row of a list into a group and compares what the list shows for it and for a group of another company. */
async function tryList(client: TestClient, [path, sql]: (typeof LISTS)[number], foreign: number): Promise<void> {
  const rows = await rowsOf(sql)
  const who = rows[0]!.membership_id
  const wanted = [...new Set(rows.filter((row) => row.membership_id === who).map(({ id }) => id))].sort((a, b) => a - b)
  const group = await groupOf(supervisor, [who])
  const filter = `groups_group=${group}`
  expect(wanted.length).toBeGreaterThan(0)
  expect([path, await idsOf(client, path, filter)]).toEqual([path, wanted])
  expect((await idsOf(client, path, '')).length).toBeGreaterThan(wanted.length)
  expect([path, await linesOf(client, path, filter)]).toEqual([path, wanted.length])
  const { filters } = (await client.get(`${path}/view`)).body.data as {
    filters: { key: string; several: boolean; options: { value: string }[] }[]
  }
  const found = filters.find(({ key }) => key === 'groups_group')
  expect([path, found?.several, found?.options.some(({ value }) => value === String(group))]).toEqual([path, true, true])
  // Another company's group has none of their people; combined with one's own it gives one's own.
  const none = [path, client === admin ? expect.any(Array) : []]
  expect([path, await idsOf(client, path, `groups_group=${foreign}`)]).toEqual(none)
  expect((await idsOf(client, path, `groups_group=${foreign}`)).some((id) => wanted.includes(id))).toBe(false)
  if (client !== admin) expect(found?.options.some(({ value }) => value === String(foreign))).toBe(false)
  expect((await client.get(`${path}?groups_group=x`)).status).toBe(422)
}

describe('the filter by group', () => {
  it('exists in every list about people', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const lists = pluginRegistry().lists as readonly { name: string; source?: { ofPeople?: boolean } }[]
    expect(
      lists
        .filter(({ source }) => !source?.ofPeople)
        .map(({ name }) => name)
        .filter(isReviewed)
        .sort(),
    ).toEqual([...OF_NOBODY].sort())
  })

  it('narrows people, visits, bookings, waiting lists, mails and questions, on screen and in the file', async () => {
    const [one] = await rowsOf('select id, id as membership_id from kit_members')
    await app.inCompany('noordwind', () =>
      db.rawQuery(
        `insert into waiting_list_places (company_id, token, email, name, mail_language, membership_id, course_id, city, language, month, status)
         select company_id, 'iemand', 'iemand@lists.example', 'Iemand', 'nl', id, 1, 'Delft', 'nl', '2030-01', 'waiting' from kit_members where id = ?`,
        [one!.id],
      ),
    )
    const theirs = await app.inCompany('bouwmeester', async () => (await db.from('kit_members').select('id')).map(({ id }) => id as number))
    const foreign = await groupOf(other, theirs)
    for (const list of LISTS) await tryList(supervisor, list, foreign)
    for (const list of [...LISTS, ...OF_ADMINS]) await tryList(admin, list, foreign)
  })

  it('finds a booking by each of its people, once', async () => {
    const rows = await rowsOf('select booking_id as id, membership_id from booking_people')
    const people = [...new Set(rows.map(({ membership_id: id }) => id))]
    const group = await groupOf(supervisor, people)
    const all = [...new Set(rows.map(({ id }) => id))].sort((a, b) => a - b)
    expect(await idsOf(supervisor, '/api/booking/bookings', `groups_group=${group}`)).toEqual(all)
    expect(await idsOf(supervisor, '/api/booking/bookings', `groups_group=${group},${group + 1}&sort=total`)).toEqual(all)
    expect((await supervisor.get(`/api/booking/bookings?groups_group=${group}`)).body.meta.total).toBe(all.length)
  })

  it('finds nobody for a provider, who sees entries of other companies, by a group of theirs', async () => {
    const [entry] = await rowsOf(LISTS[0]![1])
    const group = await groupOf(supervisor, [entry!.membership_id])
    await app.asSystem(() =>
      db.rawQuery(`update core_companies set plugins = array_append(plugins, 'groups') where login_id = 'examenhuis'`),
    )
    const own = await app.inCompany('examenhuis', async () => {
      const { rows } = await db.rawQuery(
        `with g as (insert into groups_groups (company_id, kind, name) select id, 'location', 'Eigen' from kit_companies returning id, company_id),
              i as (insert into groups_members (company_id, group_id, membership_id, added)
                      select g.company_id, g.id, m.id, 'hand' from g join kit_members m on m.company_id = g.company_id)
         select id from g`,
      )
      return rows[0].id as number
    })
    const provider = await signInAs('examinator@examenhuis.example')
    const path = '/api/exams/entries'
    expect((await idsOf(provider, path, '')).includes(entry!.id)).toBe(true)
    expect(await idsOf(provider, path, `groups_group=${group}`)).toEqual([])
    expect(await idsOf(provider, path, `groups_group=${own}`)).toEqual([])
  })

  it('is stored in a saved view, which finds the same rows', async () => {
    const [path, sql] = LISTS[2]!
    const [row] = await rowsOf(sql)
    const filter = `groups_group=${await groupOf(supervisor, [row!.membership_id])}`
    const saved = await supervisor.post('/api/core/list_views', { list: 'booking.bookings', name: 'Van de groep', filter, shared: true })
    expect(saved.status).toBe(201)
    const views = (await supervisor.get('/api/core/list_views?list=booking.bookings')).body.data as { name: string; filter: string }[]
    const kept = views.find(({ name }) => name === 'Van de groep')!.filter
    expect(await idsOf(supervisor, path, kept)).toContain(row!.id)
    expect(await idsOf(supervisor, path, kept)).toEqual(await idsOf(supervisor, path, filter))
  })
})
