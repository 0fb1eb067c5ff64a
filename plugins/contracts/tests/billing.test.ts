import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import { createParticipants } from '#core/testing/factories'

// Uses past a contract's limit are billed once per month, and credited when they are released.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient
let company: number
let course: number
const people: number[] = []

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
  company = (await app.asSystem(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())).id
  course = (await supervisor.get('/api/booking/offers')).body.data[0].id
  const names = ['een', 'twee', 'drie', 'vier', 'vijf', 'zes']
  people.push(
    ...(await createParticipants(
      'noordwind',
      names.map((lastname) => ({ firstname: 'Extra', lastname, birthdate: '1990-01-01' })),
    )),
  )
})

async function contract(more: object = {}): Promise<number> {
  await app.asSystem(() => db.from('contracts_contracts').delete())
  const fields = {
    ...{ company, name: 'Raam', email: 'contract@test.example', order_number: 'RC-7', type: 'participants', participants: 1 },
    ...{ starts_on: addDays(today(), -50), ends_on: addDays(today(), 200), custom_courses: null, extra_participant_cents: 2_500 },
    ...{ extra_course_cents: null, only_started: false, courses: [course] },
  }
  const { status, body } = await admin.post('/api/contracts/contracts', { ...fields, ...more })
  expect(status).toBe(201)
  return body.data.id as number
}
const take = (subject: string, members: number[], billsItself = false) =>
  app.inCompany('noordwind', async () => {
    const { service } = await import('../server/services/contracts_service.js')
    return db.transaction((trx) => service.consume(trx, { subject, courseId: course, membershipIds: members, billsItself }))
  })
const giveBack = (subject: string) =>
  app.inCompany('noordwind', async () => {
    const { service } = await import('../server/services/contracts_service.js')
    return db.transaction((trx) => service.release(trx, subject))
  })
const run = () => app.inCompany('noordwind', async () => (await import('../server/services/billing.js')).billExtras())
const aMonthAgo = () =>
  app.asSystem(() => db.rawQuery(`update contracts_uses set extra_at = extra_at - interval '32 days' where extra_cents > 0`))
const bills = (id: number) => app.asSystem(() => db.from('invoices_invoices').where('subject', 'like', `contract:C${id}-%`).orderBy('id'))
const show = async (id: number) => (await supervisor.get(`/api/contracts/contracts/${id}`)).body.data

describe('a use past the limit', () => {
  it('is billed when its month is over, once for repeated and concurrent runs', async () => {
    const id = await contract()
    for (const [index, member] of people.slice(0, 3).entries()) await take(`learning:9${index}`, [member])
    await run()
    expect(await bills(id)).toEqual([])
    expect(await show(id)).toMatchObject({ extra_total_cents: 5_000, extra_open_cents: 5_000 })

    await aMonthAgo()
    expect(await dueIn('contracts.bill')).toContain('noordwind')
    await Promise.all([run(), run(), run()])
    await run()
    expect(await dueIn('contracts.bill')).not.toContain('noordwind')
    const [bill, ...more] = await bills(id)
    expect(more).toEqual([])
    expect(bill).toMatchObject({
      ...{ kind: 'invoice', net_cents: 5_000, vat_cents: 1_050, total_cents: 6_050, order_number: 'RC-7' },
      buyer: { email: 'contract@test.example' },
      lines: [{ quantity: 2, unitCents: 2_500, text: expect.stringMatching(/^Contract Raam, boven de limiet: \D/) as string }],
    })
    expect(await show(id)).toMatchObject({ extra_total_cents: 5_000, extra_open_cents: 0 })
    const listed = (await supervisor.get(`/api/contracts/uses?contract=${id}&sort=taken_at`)).body.data
    expect(listed.map(({ invoice }: { invoice: string | null }) => invoice)).toEqual([null, bill.number, bill.number])

    // Later uses get another bill, also for that month.
    await take('learning:93', [people[3]!])
    await aMonthAgo()
    await run()
    expect((await bills(id)).map(({ total_cents: cents }) => cents)).toEqual([6_050, 3_025])
  })

  it('costs exactly the agreed price, also when only some of several uses are past the limit', async () => {
    const id = await contract({ participants: 2, extra_participant_cents: 2_500 })
    await take('test:cents', people.slice(0, 3))
    const shares = await app.asSystem(() => db.from('contracts_uses').where('contract_id', id).orderBy('id').select('extra_cents'))
    expect(shares.map(({ extra_cents: cents }) => cents)).toEqual([834, 833, 833])
    await aMonthAgo()
    await run()
    const [bill] = await bills(id)
    expect(bill.net_cents).toBe(2_500)
  })

  it('is credited when it is released after billing, and never billed when it was released before', async () => {
    const id = await contract()
    for (const [index, member] of people.slice(0, 4).entries()) await take(`learning:8${index}`, [member])
    await giveBack('learning:83')
    await aMonthAgo()
    await run()
    await giveBack('learning:82')
    await Promise.all([run(), run()])
    await run()
    expect((await bills(id)).map(({ kind, total_cents: cents }) => [kind, cents])).toEqual([
      ['invoice', 6_050],
      ['credit', -3_025],
    ])
    expect((await show(id)).extra_total_cents).toBe(2_500)
  })

  it('is not billed twice when a booking billed it; the costs of a later start are billed', async () => {
    const id = await contract()
    await take('learning:70', [people[0]!])
    await take('booking:X1', [people[1]!], true)
    await aMonthAgo()
    await run()
    expect(await bills(id)).toEqual([])

    const begun = await contract({ only_started: true })
    await take('learning:71', [people[0]!])
    await take('booking:X2', [people[1]!], true)
    const { recordStarted } = await import('../server/services/uses.js')
    for (const membershipId of people.slice(0, 2))
      await app.inCompany('noordwind', () => recordStarted({ membershipId, courseId: course, startedAt: '2026-10-02T10:00:00Z' }))
    await aMonthAgo()
    await run()
    expect((await bills(begun)).map(({ net_cents: cents }) => cents)).toEqual([2_500])
  })

  it('is billed on as many invoices as the sum needs', async () => {
    const id = await contract({ participants: 0, extra_participant_cents: 100_000_00 })
    await take('learning:701', people.slice(0, 1))
    // Two hundred more, as an import gives them: 20.1 million euros.
    await app.asSystem(() =>
      db.rawQuery(
        `insert into contracts_uses (company_id, contract_id, subject, course_id, extra_cents, extra_at)
           select company_id, contract_id, 'learning:many-' || n, course_id, extra_cents, extra_at from contracts_uses, generate_series(1, 200) n
            where subject = 'learning:701'`,
      ),
    )
    await aMonthAgo()
    await run()
    expect((await bills(id)).map((bill: { net_cents: number }) => bill.net_cents)).toEqual([1_000_000_000, 1_000_000_000, 10_000_000])
    expect(await show(id)).toMatchObject({ extra_total_cents: 2_010_000_000, extra_open_cents: 0 })
  })

  it('is billed to the recipient of the company’s last invoice, with the same tax', async () => {
    const buyer = {
      ...{
        company: 'Nordwind GmbH',
        contact: 'Frau Buch',
        email: 'buch@nordwind.example',
        street: 'Hafen 1',
        postalCode: '26721',
        city: 'Emden',
      },
      ...{ country: 'DE', vatNumber: 'DE136695976' },
    }
    const vat = { rate: 0, reason: 'reverse_charge' as const, country: 'DE' }
    await app.inCompany('noordwind', async () => {
      const { serviceOf } = await import('#core/kit/services')
      const { invoicesService } = await import('#plugins/invoices/contract/index')
      const lines = [{ quantity: 1, unitCents: 100, vat, text: 'Eerder' }]
      const order = { subject: 'test:before', lines, buyer, orderNumber: null, language: 'nl' }
      await db.transaction(async (trx) => (await serviceOf(invoicesService, trx))!.issue(trx, order))
    })
    const id = await contract()
    for (const [index, member] of people.slice(0, 2).entries()) await take(`learning:6${index}`, [member])
    await aMonthAgo()
    await run()
    expect(await bills(id)).toMatchObject([
      { net_cents: 2_500, vat_cents: 0, buyer: { ...buyer, email: 'contract@test.example' }, lines: [{ vat }] },
    ])
  })
})
