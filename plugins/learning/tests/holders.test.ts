import { beforeAll, expect, it, vi } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// Before a course is assigned: finding people who have it open or hold a valid certificate, and leaving them out.

const base = '/api/learning'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let course: { id: number; name: string }
let company: number

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  course = (await supervisor.get(`${base}/courses`)).body.data[0]
  company = (await app.asSystem(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())).id
})

let counter = 0
async function person(): Promise<number> {
  counter += 1
  return app.asSystem(async () => {
    const user = { email: `heeft${counter}@holders.example`, firstname: 'Heeft', lastname: `Al ${counter}`, language: 'nl' }
    const [{ id }] = await db.table('core_users').insert(user).returning('id')
    const [made] = await db.table('core_memberships').insert({ company_id: company, user_id: id, role: 'leerling' }).returning('id')
    return made.id as number
  })
}

/** Gives a person a certificate of the course. */
async function certified(member: number, set: { valid_until: string | null; revoked_at?: Date }): Promise<void> {
  counter += 1
  await app.asSystem(() =>
    db.table('certificates_certificates').insert({
      ...{ company_id: company, membership_id: member, participation_id: 900_000 + counter, course_id: course.id, course_version_id: 1 },
      ...{ number: `H-${counter}`, token: `holders-${counter}`, language: 'nl', company_name: 'N', person_name: 'P', course_name: 'C' },
      issued_at: new Date(),
      ...set,
    }),
  )
}

const assign = (members: number[], more: object = {}) => supervisor.post(`${base}/assignments`, { courses: [course.id], members, ...more })
const holders = (body: object, client = supervisor) => client.post(`${base}/assignments/holders`, { courses: [course.id], ...body })

interface First {
  membership: number
  open: boolean
  certificate: boolean
  valid_until: string | null
}
const firstOf = (body: { data: { first: First[] } }) =>
  body.data.first.map(({ membership, open, certificate, valid_until: until }) => [membership, open, certificate, until])

it('names people who have the course open or hold a valid certificate, and nobody else', async () => {
  const people = [await person(), await person(), await person(), await person(), await person()]
  const [open, certificate, endless, expired, revoked] = people as [number, number, number, number, number]
  await assign([open])
  await certified(certificate, { valid_until: addDays(today(), 30) })
  await certified(endless, { valid_until: null })
  await certified(expired, { valid_until: addDays(today(), -1) })
  await certified(revoked, { valid_until: null, revoked_at: new Date() })
  const { status, body } = await holders({ members: people })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ people: 3, complete: 3 })
  expect(firstOf(body).sort()).toEqual([
    [open, true, false, null],
    [certificate, false, true, addDays(today(), 30)],
    [endless, false, true, null],
  ])
  expect(body.data.first[0]).toMatchObject({ name: expect.stringMatching(/^Heeft Al/), course: course.name })
})

it('also checks people chosen in the list, except those left out of the selection', async () => {
  const people = [await person(), await person(), await person()]
  await assign(people.slice(0, 2))
  expect((await holders({ ids: people })).body.data).toMatchObject({ people: 2, complete: 2 })
  const filter = 'search=heeft'
  const all = (await holders({ filter, except: [], count: 1 })).body.data.people as number
  expect((await holders({ filter, except: [people[0]], count: 1 })).body.data.people).toBe(all - 1)
})

it('reveals nothing about people of other companies', async () => {
  const other = await signInAs('beheerder@bouwmeester.example')
  const member = await person()
  await assign([member])
  expect((await holders({ members: [member] }, other)).status).toBe(404)
  expect((await holders({ ids: [member] }, other)).body.data).toMatchObject({ people: 0, first: [] })
})

it('leaves holders out on request, individually and in bulk, and assigns the course to the others', async () => {
  const [fresh, open, certificate] = [await person(), await person(), await person()]
  await assign([open], { due_at: addDays(today(), 5) })
  await certified(certificate, { valid_until: null })
  const given = await assign([fresh, open, certificate], { skip: true, due_at: addDays(today(), 9) })
  expect(given.body.data.map(({ result }: { result: string }) => result)).toEqual(['assigned', 'skipped', 'skipped'])
  const rows = await app.asSystem(() =>
    db.from('learning_participations').whereIn('membership_id', [fresh, open, certificate]).orderBy('membership_id'),
  )
  expect(rows.map(({ membership_id: member, due_at: due }) => [member, due])).toEqual([
    [fresh, addDays(today(), 9)],
    [open, addDays(today(), 5)],
  ])

  const [another] = [await person()]
  const input = { courses: [course.id], skip: true }
  const { body } = await supervisor.post('/api/people/participants/act', { action: 'learning.assign', ids: [another, certificate], input })
  await vi.waitFor(async () => expect((await supervisor.get(`/api/core/tasks/${body.data.id}`)).body.data.state).toBe('done'), {
    timeout: 30_000,
    interval: 100,
  })
  const now = await app.asSystem(() => db.from('learning_participations').whereIn('membership_id', [another, certificate]))
  expect(now.map(({ membership_id: member }) => member)).toEqual([another])
})
