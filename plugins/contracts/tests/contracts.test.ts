import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import { untilBlocked } from '#core/testing/locks'
import { createParticipants } from '#core/testing/factories'
import { extraFor, runsOutIn } from '../server/services/limits.js'

// What a contract gives, refuses and reports.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient
let company: number
let course: number
let people: number[]

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
  company = (await app.asSystem(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())).id
  course = (await supervisor.get('/api/booking/offers')).body.data[0].id
  people = (await supervisor.get('/api/people/participants?per_page=25')).body.data.map(({ id }: { id: number }) => id)
  // The contracts of the demo do not interfere.
  await app.asSystem(() => db.from('contracts_contracts').delete())
})

const fields = (more: object = {}) => ({
  company,
  name: 'Raam',
  email: 'contract@test.example',
  order_number: null,
  type: 'participants',
  starts_on: addDays(today(), -50),
  ends_on: addDays(today(), 200),
  participants: 2,
  custom_courses: null,
  extra_participant_cents: null,
  extra_course_cents: null,
  only_started: false,
  courses: [course],
  ...more,
})
async function contract(more: object = {}) {
  await app.asSystem(() => db.from('contracts_contracts').delete())
  const { status, body } = await admin.post('/api/contracts/contracts', fields(more))
  expect(status).toBe(201)
  return body.data as { id: number; updated_at: string }
}
const service = async () => (await import('../server/services/contracts_service.js')).service
const take = async (subject: string, members: number[]) => {
  const contracts = await service()
  return app.inCompany('noordwind', () =>
    db.transaction((trx) => contracts.consume(trx, { subject, courseId: course, membershipIds: members })),
  )
}
const show = async (id: number) => (await supervisor.get(`/api/contracts/contracts/${id}`)).body.data
const price = async (members: number[], more: object = {}) => {
  const answers = { course, type: 'elearning', people: members.map((membership) => ({ membership })), method: 'invoice', ...more }
  return (await supervisor.post('/api/booking/price', { answers })).body.data
}

describe('a contract that ends while a course is given', () => {
  it('no longer gives it, and causes no error', async () => {
    const { id } = await contract()
    const holding = Promise.withResolvers<void>()
    const ended = app.asSystem(() =>
      db.transaction(async (trx) => {
        await trx
          .from('contracts_contracts')
          .where('id', id)
          .update({ ends_on: addDays(today(), -1) })
        holding.resolve()
        await untilBlocked(app)
      }),
    )
    await holding.promise
    // It waits for the row; afterwards no contract gives the course, as if there had never been one.
    await expect(take('ending', [people[0]!])).resolves.toBeNull()
    await ended
  })

  it('leaves it to the next one, whose last place is taken once', async () => {
    const { id } = await contract()
    const next = (
      await admin.post('/api/contracts/contracts', fields({ name: 'Volgend', participants: 1, ends_on: addDays(today(), 300) }))
    ).body.data as { id: number }
    const holding = Promise.withResolvers<void>()
    const ended = app.asSystem(() =>
      db.transaction(async (trx) => {
        await trx
          .from('contracts_contracts')
          .where('id', id)
          .update({ ends_on: addDays(today(), -1) })
        holding.resolve()
        await untilBlocked(app)
      }),
    )
    await holding.promise
    const taken = await Promise.allSettled(people.slice(0, 4).map((person, i) => take(`next-${i}`, [person])))
    await ended
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await show(next.id)).used).toBe(1)
  })
})

describe('a limit', () => {
  it('is free within it, and past it costs the agreed price or refuses', () => {
    const facts = { type: 'participants', limit: 10, extraCents: null, used: 8, adds: 2 } as const
    expect(extraFor(facts)).toBe(0)
    expect(extraFor({ ...facts, adds: 3 })).toBeNull()
    expect(extraFor({ ...facts, adds: 5, extraCents: 2_500 })).toBe(7_500)
    // Earlier uses past the limit are not charged again.
    expect(extraFor({ ...facts, used: 12, adds: 1, extraCents: 2_500 })).toBe(2_500)
    expect(extraFor({ ...facts, used: 12, adds: 0 })).toBe(0)
    expect(extraFor({ ...facts, limit: null, adds: 99 })).toBe(0)
    expect(extraFor({ ...facts, type: 'unlimited', adds: 99 })).toBe(0)
  })

  it('reports when it runs out at the pace so far', () => {
    expect(runsOutIn({ limit: 100, used: 50, days: 100 })).toBe(100)
    expect(runsOutIn({ limit: 100, used: 100, days: 100 })).toBe(0)
    expect(runsOutIn({ limit: 100, used: 0, days: 100 })).toBeNull()
    expect(runsOutIn({ limit: 100, used: 3, days: 2 })).toBeNull()
  })
})

describe('a contract', () => {
  it('is managed by the platform, visible to its own company only, and active and ended by its dates', async () => {
    const made = await contract()
    expect(await show(made.id)).toMatchObject({ name: 'Raam', status: 'active', used: 0, limit: 2 })
    const other = await signInAs('beheerder@bouwmeester.example')
    expect((await other.get(`/api/contracts/contracts/${made.id}`)).status).toBe(404)
    expect((await supervisor.post('/api/contracts/contracts', fields())).status).toBe(403)
    const { company: _company, ...change } = fields({ ends_on: addDays(today(), -1), updated_at: made.updated_at })
    expect((await admin.put(`/api/contracts/contracts/${made.id}`, change)).body.data.status).toBe('ended')
    expect((await admin.put(`/api/contracts/contracts/${made.id}`, change)).body.code).toBe('changed_meanwhile')
    expect(await take('ended:1', [people[0]!])).toBeNull()
    const wrong = fields({ ends_on: '2020-01-01' })
    expect((await admin.post('/api/contracts/contracts', wrong)).body.errors).toMatchObject([{ field: 'ends_on', rule: 'before_start' }])
  })

  it('gives its last place to one of many concurrent requests', async () => {
    const { id } = await contract({ participants: 5 })
    const tries = await Promise.allSettled(people.slice(0, 12).map((person, index) => take(`race:${index}`, [person])))
    const refused = tries.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect([tries.length - refused.length, new Set(refused.map(({ reason }) => reason.code))]).toEqual([
      5,
      new Set(['contract_limit_reached']),
    ])
    expect((await show(id)).used).toBe(5)
    // A member is counted once; the same subject is one use; a released place is free again.
    const winner = tries.findIndex(({ status }) => status === 'fulfilled')
    await take('again:1', [people[winner]!])
    await take('again:1', [people[winner]!])
    expect((await show(id)).used).toBe(5)
    const contracts = await service()
    await app.inCompany('noordwind', () => db.transaction((trx) => contracts.release(trx, `race:${winner}`)))
    await app.inCompany('noordwind', () => db.transaction((trx) => contracts.release(trx, 'again:1')))
    expect((await show(id)).used).toBe(4)
    expect(await take('next:1', [people[15]!])).toMatchObject({ extraCents: 0 })
  })

  it('still counts an erased person, once: erasing releases no place', async () => {
    const { id } = await contract({ participants: 2 })
    await take('erased:1', [people[20]!, people[21]!])
    await app.asSystem(() =>
      db
        .table('contracts_uses')
        .insert({ company_id: company, contract_id: id, subject: 'erased:2', course_id: course, membership_id: people[20]! }),
    )
    expect((await show(id)).used).toBe(2)
    const { erasePersonalData } = await import('../server/services/personal_data.js')
    await app.inCompany('noordwind', () => erasePersonalData(people[20]!))
    expect((await show(id)).used).toBe(2)
    await expect(take('erased:3', [people[22]!])).rejects.toMatchObject({ code: 'contract_limit_reached' })
  })

  it('counts only people who have started, if it says so', async () => {
    const { id } = await contract({ participants: 1, only_started: true })
    await take('started:1', [people[0]!, people[1]!])
    expect((await show(id)).used).toBe(0)
    const { recordStarted } = await import('../server/services/uses.js')
    await app.inCompany('noordwind', () => recordStarted({ membershipId: people[0]!, courseId: course, startedAt: '2026-11-22T10:00:00Z' }))
    expect((await show(id)).used).toBe(1)
    await expect(take('started:2', [people[2]!])).rejects.toMatchObject({ code: 'contract_limit_reached' })
  })

  it('makes a booking free, adds the agreed price, or refuses it', async () => {
    await contract({ participants: 1, extra_participant_cents: 2_500 })
    const two = await price(people.slice(0, 2))
    expect(two.contract).toEqual({ name: 'Raam', extra_cents: 2_500 })
    expect(two.costs.net_cents).toBe(2_500)
    expect((await price(people.slice(0, 1))).costs.net_cents).toBe(0)
    await contract({ participants: 1 })
    const refused = await price(people.slice(0, 2))
    expect(refused.problems).toContainEqual({ field: 'people', rule: 'contract_limit_reached' })
    expect(await app.asSystem(() => db.from('contracts_uses'))).toEqual([])
  })

  it('warns at 80 per cent and before its end, once each', async () => {
    await contract({ participants: 5, ends_on: addDays(today(), 20) })
    await take('warn:1', people.slice(0, 4))
    const { warn } = await import('../server/services/warnings.js')
    expect(await dueIn('contracts.warn')).toEqual(['noordwind'])
    await app.inCompany('noordwind', warn)
    expect(await dueIn('contracts.warn')).toEqual([])
    await app.inCompany('noordwind', warn)
    await app.settle()
    const mails = await app.asSystem(() =>
      db.from('core_mail_outbox').whereLike('trigger', 'contracts.mail.%').orderBy('trigger').select('trigger'),
    )
    expect(mails.map(({ trigger }) => trigger)).toEqual(['contracts.mail.end', 'contracts.mail.use'])
  })
})

describe('a course given without a booking', () => {
  let course2: number
  const assign = async (members: number[], courses = [course]) =>
    (await supervisor.post('/api/learning/assignments', { members, courses, due_at: null, mandatory: false, again: true })).body.data as {
      membership: number
      result: string
      code: string | null
    }[]
  const open = (members: number[]) =>
    app.asSystem(async () =>
      (
        await db
          .from('learning_participations')
          .whereIn('membership_id', members)
          .where('course_id', course)
          .whereIn('status', ['registered', 'planned', 'busy'])
      ).map(({ membership_id: id }) => id as number),
    )
  const some: number[] = []

  beforeAll(async () => {
    course2 = (await supervisor.get('/api/booking/offers')).body.data[1].id
    const names = ['een', 'twee', 'drie', 'vier', 'vijf', 'zes']
    some.push(
      ...(await createParticipants(
        'noordwind',
        names.map((lastname) => ({ firstname: 'Con', lastname, birthdate: '1990-01-01' })),
      )),
    )
  })

  it('takes a place when given by hand; past the limit it is refused, and people who have it keep it', async () => {
    const { id } = await contract({ participants: 2 })
    const given = await assign(some.slice(0, 3))
    expect(given.map(({ result, code }) => [result, code])).toEqual([
      ['assigned', null],
      ['assigned', null],
      ['failed', 'contract_limit_reached'],
    ])
    expect(await open(some.slice(0, 3))).toEqual(some.slice(0, 2))
    expect((await show(id)).used).toBe(2)
    // The contract does not cover another course; a person with the course has it already.
    expect((await assign([some[2]!], [course2])).map(({ result }) => result)).toEqual(['assigned'])
    expect((await assign([some[0]!])).map(({ result }) => result)).toEqual(['unchanged'])
    // A course cancelled before its start releases a place; a started one does not.
    const participation = (member: number) =>
      app.asSystem(() =>
        db
          .from('learning_participations')
          .where({ membership_id: member, course_id: course, current: true })
          .orderBy('id', 'desc')
          .firstOrFail(),
      )
    const cancel = async (member: number) => {
      const { id: row } = await participation(member)
      const { updated_at: version } = (await supervisor.get(`/api/learning/insights/${row}`)).body.data
      const answer = await supervisor.post(`/api/learning/insights/${row}/acts`, { act: 'cancel', reason: null, updated_at: version })
      expect([answer.status, answer.body.code]).toEqual([200, undefined])
      await app.settle()
    }
    await cancel(some[0]!)
    expect((await show(id)).used).toBe(1)
    expect((await assign([some[2]!])).map(({ result }) => result)).toEqual(['assigned'])
    expect((await show(id)).used).toBe(2)
  })

  it('takes a place from a group and from the catalogue too, and the last one is given once', async () => {
    await contract({ participants: 1 })
    const { learningService } = await import('#plugins/learning/contract/index')
    const { serviceOf } = await import('#core/kit/services')
    const [a, b, c] = some.slice(3) as [number, number, number]
    const ways = await app.inCompany('noordwind', async () => {
      const learning = (await serviceOf(learningService))!
      return Promise.allSettled([
        learning.assignByGroup(a, course, { dueAt: null, mandatory: false }, 'Ploeg'),
        learning.register(b, course, 'direct'),
        learning.assign(c, course, { dueAt: null, mandatory: false }, null),
      ])
    })
    const refused = ways.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.map(({ reason }) => reason.code)).toEqual(['contract_limit_reached', 'contract_limit_reached'])
    expect(await open([a, b, c])).toHaveLength(1)
    // A booked course took its place with the booking.
    const booked = [a, b, c].find((_one, index) => ways[index]!.status === 'rejected')!
    expect(
      await app.inCompany('noordwind', async () => (await serviceOf(learningService))!.register(booked, course, 'booking')),
    ).toBeGreaterThan(0)
  })

  it('shows the remaining places beforehand, and to nobody of another company', async () => {
    await app.asSystem(() =>
      db.from('learning_participations').where('course_id', course).whereIn('membership_id', some).update({ status: 'cancelled' }),
    )
    const { id } = await contract({ participants: 2, extra_participant_cents: 2_500 })
    const left = async (who: TestClient, query: string) => (await who.get(`/api/contracts/left?courses=${query}`)).body
    const known = {
      contract: 'Raam',
      left: 2,
      extra_cents: 2_500,
      only_started: false,
      course: expect.stringMatching(/[a-z]{3}/) as string,
    }
    // A course without a contract has nothing to report.
    expect((await left(supervisor, `${course},${course2}`)).data).toEqual([known])
    await assign(some.slice(0, 3))
    expect((await left(supervisor, String(course))).data).toMatchObject([{ left: 0 }])
    expect((await show(id)).used).toBe(3)
    expect((await left(admin, `${course}&company=${company}`)).data).toMatchObject([{ left: 0 }])
    // An admin gives courses to people of several companies at once.
    expect((await left(admin, String(course))).data).toEqual([])
    const other = await signInAs('beheerder@bouwmeester.example')
    expect((await left(other, String(course))).data).not.toContainEqual(expect.objectContaining({ contract: 'Raam' }))
    expect((await other.get(`/api/contracts/left?courses=${course}&company=${company}`)).status).toBe(404)
    for (const bad of ['', 'x', '1,,2', '0', Array(51).fill('1').join(',')])
      expect((await supervisor.get(`/api/contracts/left?courses=${bad}`)).status, bad).toBe(422)
  })

  it('refused to a group, is shown on the group’s page until there is a place', async () => {
    await app.asSystem(() =>
      db.from('learning_participations').where('course_id', course).whereIn('membership_id', some).update({ status: 'cancelled' }),
    )
    const { id, updated_at: version } = await contract({ participants: 1 })
    const group = (await supervisor.post('/api/groups/groups', { kind: 'project', name: 'Boven de limiet' })).body.data.id as number
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: some.slice(0, 3) })
    expect((await supervisor.put(`/api/groups/groups/${group}/courses`, { course, mandatory: true })).status).toBe(200)
    await app.settle()
    const given = async () => (await supervisor.get(`/api/groups/groups/${group}`)).body.data.given
    expect(await open(some.slice(0, 3))).toHaveLength(1)
    expect(await given()).toMatchObject([{ course, refused: [{ code: 'contract_limit_reached', people: 2 }] }])
    const again = async () => {
      await supervisor.put(`/api/groups/groups/${group}/courses`, { course, mandatory: true })
      await app.settle()
    }
    await again()
    expect(await given()).toMatchObject([{ refused: [{ people: 2 }] }])
    const { company: _, ...wider } = fields({ participants: 9 })
    expect((await admin.put(`/api/contracts/contracts/${id}`, { ...wider, updated_at: version })).status).toBe(200)
    await again()
    expect(await open(some.slice(0, 3))).toHaveLength(3)
    expect(await given()).toMatchObject([{ refused: [] }])
    await supervisor.delete(`/api/groups/groups/${group}`)
    await app.settle()
  })

  it('costs the agreed price past the limit, if the contract says so; for contracts that count starts, at the start', async () => {
    await app.asSystem(() =>
      db.from('learning_participations').where('course_id', course).whereIn('membership_id', some).update({ status: 'cancelled' }),
    )
    const dear = await contract({ participants: 1, extra_participant_cents: 2_500 })
    expect((await assign(some.slice(0, 3))).every(({ result }) => result === 'assigned')).toBe(true)
    expect(await show(dear.id)).toMatchObject({ used: 3, extra_total_cents: 5_000 })
    const { recordStarted } = await import('../server/services/uses.js')
    const begun = await contract({ participants: 1, extra_participant_cents: 2_500, only_started: true })
    await take('begin:1', some.slice(0, 2))
    const starts = (member: number) =>
      app.inCompany('noordwind', () => recordStarted({ membershipId: member, courseId: course, startedAt: '2026-11-22T10:00:00Z' }))
    await starts(some[0]!)
    expect(await show(begun.id)).toMatchObject({ used: 1, extra_total_cents: 0 })
    await starts(some[1]!)
    await starts(some[1]!)
    expect(await show(begun.id)).toMatchObject({ used: 2, extra_total_cents: 2_500 })
  })

  it('is listed in the consumption by person and course, also for contracts that count starts', async () => {
    const { id } = await contract({ participants: 9, courses: [] })
    await take('list:1', some.slice(0, 2))
    const { recordStarted } = await import('../server/services/uses.js')
    await app.inCompany('noordwind', () => recordStarted({ membershipId: some[0]!, courseId: course, startedAt: '2026-11-22T10:00:00Z' }))
    const list = async (query: string) => (await supervisor.get(`/api/contracts/uses?contract=${id}&sort=taken_at${query}`)).body
    // A course had in two ways counts once, in the sum of each course as in the contract's.
    const twice = await take('list:twice', [some[0]!])
    expect(twice).toMatchObject({ extraCents: 0 })
    expect(await show(id)).toMatchObject({ used: 2, by_course: [{ count: 2 }] })
    await app.asSystem(() => db.from('contracts_uses').where('subject', 'list:twice').delete())
    expect((await list('')).data).toMatchObject([
      { person: 'Con een', contract: 'Raam', state: 'started', course: expect.stringMatching(/[a-z]{3}/) as string },
      { person: 'Con twee', contract: 'Raam', state: 'waiting' },
    ])
    expect((await list('&only_started=true')).meta.total).toBe(1)
    const other = await signInAs('beheerder@bouwmeester.example')
    expect((await other.get(`/api/contracts/uses?contract=${id}`)).body.meta.total).toBe(0)
    expect((await admin.get(`/api/contracts/courses?company=${company}`)).body.data.map((one: { id: number }) => one.id)).toContain(course)
  })
})

describe('purchase orders', () => {
  it('limit the order number of a booking, once the company has purchase orders', async () => {
    await app.asSystem(() => db.from('contracts_orders').delete())
    const rulesOf = async (number: string) =>
      (await price(people.slice(0, 1), { order_number: number })).problems.filter(
        ({ field }: { field: string }) => field === 'order_number',
      )
    expect(await rulesOf('VRIJ-1')).toEqual([])
    const orders = '/api/contracts/orders'
    expect((await supervisor.post(orders, { number: 'PO-9', ends_on: addDays(today(), 9) })).status).toBe(201)
    expect((await supervisor.post(orders, { number: 'po-9' })).body.errors).toMatchObject([{ field: 'number', rule: 'unique' }])
    expect(await rulesOf('po-9')).toEqual([])
    expect(await rulesOf('')).toEqual([])
    expect(await rulesOf('PO-10')).toEqual([{ field: 'order_number', rule: 'order_number' }])
    await app.asSystem(() => db.from('contracts_orders').update({ ends_on: addDays(today(), -1) }))
    expect(await rulesOf('PO-9')).toHaveLength(1)
    const [{ id }] = (await supervisor.get(orders)).body.data
    const other = await signInAs('beheerder@bouwmeester.example')
    expect((await other.delete(`${orders}/${id}`)).status).toBe(404)
    expect((await supervisor.delete(`${orders}/${id}`)).status).toBe(200)
  })
})
