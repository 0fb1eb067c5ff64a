import { beforeAll, describe, expect, it } from 'vitest'
import { admin, answersFor, app, base, begin, BUYER, db, other, person, show, supervisor } from './bookings.js'

// An admin books for a company that they choose first.

let noordwind: number
let bouwmeester: number
beforeAll(async () => {
  await begin()
  const idOf = async (login: string) =>
    (await app.asSystem(() => db.from('core_companies').where('login_id', login).firstOrFail())).id as number
  ;[noordwind, bouwmeester] = [await idOf('noordwind'), await idOf('bouwmeester')]
})

describe('an admin', () => {
  it('books for the people of the chosen company, with a separate wizard draft for each company', async () => {
    expect((await admin.get('/api/booking/companies')).body.data).toContainEqual({ id: noordwind, name: 'Noordwind' })
    expect((await admin.get('/api/booking/offers')).status).toBe(404)
    const at = `?company=${noordwind}`
    expect((await admin.get(`/api/booking/offers${at}`)).body).toMatchObject({ self: null, buyer: { country: 'NL' } })
    const answers = answersFor([await person()], { buyer: BUYER })
    const plan = (await admin.post(`/api/booking/price${at}`, { answers })).body.data
    expect(plan.problems).toEqual([])
    const draft = (await admin.put(`/api/booking/draft${at}`, { answers, step: 'billing' })).body.data
    expect((await admin.put(`/api/booking/draft${at}`, { answers, step: 'billing' })).body.data.id).toBe(draft.id)
    expect((await admin.get(`/api/booking/draft?company=${bouwmeester}`)).body.data).toBeNull()
    const { version } = (await admin.get(`/api/booking/draft${at}`)).body.data
    const order = { draft: draft.id, version, total_cents: plan.costs.total_cents }
    expect((await supervisor.post(base, order)).status).toBe(404)
    const made = await admin.post(`${base}${at}`, order)
    expect([made.status, made.body.errors]).toEqual([201, undefined])
    expect((await admin.post(`${base}${at}`, order)).body.data.id).toBe(made.body.data.id)
    await app.settle()
    const booking = await show(made.body.data.id)
    expect(booking).toMatchObject({ status: 'invoice', history: [{ action: 'created', actor: 'admin', by: null }] })
    expect((await other.get(`${base}/${made.body.data.id}`)).status).toBe(404)
  })

  it('cannot use people and moments of another company', async () => {
    const answers = answersFor([await person()], { buyer: BUYER })
    const { problems } = (await admin.post(`/api/booking/price?company=${bouwmeester}`, { answers })).body.data
    expect(problems).toContainEqual({ field: 'people.0.membership', rule: 'enum' })
    expect((await admin.get('/api/booking/offers?company=99999999')).status).toBe(404)
    // A supervisor can only book for their own company.
    expect((await supervisor.get(`/api/booking/offers?company=${bouwmeester}`)).status).toBe(404)
  })

  it('saves the purchase orders of the chosen company', async () => {
    const orders = '/api/contracts/orders'
    expect((await admin.get(orders)).status).toBe(404)
    expect((await admin.post(`${orders}?company=${noordwind}`, { number: 'PO-ADMIN', text: '', ends_on: null })).status).toBe(201)
    const kept = (await supervisor.get(orders)).body.data.find(({ number }: { number: string }) => number === 'PO-ADMIN')
    expect(kept).toBeTruthy()
    expect((await other.get(orders)).body.data).not.toContainEqual(kept)
    expect((await other.delete(`${orders}/${kept.id}`)).status).toBe(404)
    expect((await admin.delete(`${orders}/${kept.id}`)).status).toBe(200)
  })
})
