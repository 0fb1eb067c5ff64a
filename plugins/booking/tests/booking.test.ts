import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { providerAway } from '#plugins/payments/contract/testing_away'

// From the wizard to a seat, a course and a bill; what is refused changes nothing.

const base = '/api/booking/bookings'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let admin: TestClient
let course: number
let moments: number[]
let second: number

const BUYER = {
  company: 'Noordwind B.V.',
  contact: 'Crediteuren',
  contact_email: 'inkoop@buyer.example',
  invoice_email: 'facturen@buyer.example',
  street: 'Kade 1',
  postal_code: '1976 CA',
  city: 'IJmuiden',
  country: 'NL',
  vat_number: '',
}

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
  const offers = (await supervisor.get('/api/booking/offers')).body.data as { id: number; adults_only: boolean }[]
  course = offers.find(({ adults_only: adults }) => !adults)!.id
  second = offers.find(({ id, adults_only: adults }) => id !== course && !adults)!.id
  moments = await app.asSystem(async () => {
    const [exam] = await db
      .table('exams_exams')
      .insert({ course_id: course, languages: ['nl'] })
      .returning('id')
    const at = (days: number) => ({
      starts_at: `${addDays(today(), days)}T09:00:00Z`,
      city: 'Testplaats',
      location: 'Zaal',
      address: 'Plein 1',
    })
    const rows = [40, 60, 10, 3].map((days) => ({ ...at(days), exam_id: exam.id, language: 'nl', seats: 5 }))
    return (await db.table('exams_moments').returning('id').multiInsert(rows)).map(({ id }: { id: number }) => id)
  })
})

let counter = 0
async function person(birthdate: string | null = '1990-01-01'): Promise<number> {
  counter += 1
  return app.asSystem(async () => {
    const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
    const [user] = await db
      .table('core_users')
      .insert({
        email: `boeking${counter}@booking.example`,
        firstname: 'Boeking',
        lastname: `Persoon ${counter}`,
        language: 'nl',
        birthdate,
      })
      .returning('id')
    const [row] = await db.table('core_memberships').insert({ company_id: company.id, user_id: user.id, role: 'leerling' }).returning('id')
    return row.id as number
  })
}

type Answers = Record<string, unknown>
const answersFor = (people: number[], more: Answers = {}): Answers => ({
  course,
  type: 'elearning_exam',
  people: people.map((membership) => ({ membership })),
  moment: moments[0],
  method: 'invoice',
  buyer: BUYER,
  ...more,
})
async function keep(answers: Answers, client = supervisor): Promise<{ id: number; version: string }> {
  const { status, body } = await client.put('/api/booking/draft', { answers, step: 'billing' })
  expect(status).toBe(200)
  return body.data
}
const price = async (answers: Answers, client = supervisor) => (await client.post('/api/booking/price', { answers })).body.data
const finish = (draft: { id: number; version: string }, total: number, client = supervisor) =>
  client.post(base, { draft: draft.id, version: draft.version, total_cents: total })
async function booked(answers: Answers): Promise<number> {
  const total = (await price(answers)).costs.total_cents
  const { status, body } = await finish(await keep(answers), total)
  expect([status, body.errors]).toEqual([201, undefined])
  await app.settle()
  return body.data.id
}
const show = async (id: number, client = supervisor) => (await client.get(`${base}/${id}`)).body.data
async function act(id: number, name: string, more: object = {}, client = supervisor) {
  const { updated_at: version } = await show(id, client)
  const answer = await client.post(`${base}/${id}/acts`, { act: name, updated_at: version, ...more })
  await app.settle()
  return answer
}
const count = (table: string) => app.asSystem(async () => Number((await db.from(table).count('* as n').first()).n))
const seatsTaken = async (moment: number) =>
  Number((await app.asSystem(() => db.rawQuery('select exams_seats_taken(?) as n', [moment]))).rows[0].n)
const invoicesOf = (number: string) =>
  app.asSystem(() => db.from('invoices_invoices').whereLike('subject', `booking:${number}%`).orderBy('id').select('*'))

describe('booking', () => {
  it('goes on where the wizard was left, on another computer too', async () => {
    await keep({ course, type: 'elearning', people: [] })
    const again = await signInAs('beheerder@noordwind.example')
    expect((await again.get('/api/booking/draft')).body.data).toMatchObject({ step: 'billing', answers: { course, type: 'elearning' } })
    expect((await other.get('/api/booking/draft')).body.data?.answers?.course).not.toBe(course)
    await again.delete('/api/booking/draft')
    expect((await supervisor.get('/api/booking/draft')).body.data).toBeNull()
  })

  it('takes one number, however often the wizard saves', async () => {
    const { id } = await keep(answersFor([]))
    for (const wishes of ['a', 'ab', 'abc']) expect((await keep(answersFor([], { wishes }))).id).toBe(id)
    await supervisor.delete('/api/booking/draft')
    expect(Number((await keep(answersFor([]))).id) - Number(id)).toBe(1)
  })

  it('makes seats, courses, an invoice, a history and mails of it', async () => {
    const people = [await person(), await person()]
    const answers = answersFor(people, { order_number: 'PO-2026-001', wishes: 'Vooraan' })
    const plan = await price(answers)
    expect(plan.problems).toEqual([])
    const taken = await seatsTaken(moments[0]!)
    const id = await booked(answers)
    const booking = await show(id)
    expect(booking).toMatchObject({ status: 'invoice', order_number: 'PO-2026-001', wishes: 'Vooraan', costs: plan.costs })
    expect(booking.people.map((one: { course: string; exam_status: string }) => [one.course, one.exam_status])).toEqual([
      ['released', 'waiting'],
      ['released', 'waiting'],
    ])
    expect(booking.history.map((line: { action: string; by: string }) => line.action)).toEqual(['created'])
    expect(booking.history[0].by).toBeTruthy()
    expect((await seatsTaken(moments[0]!)) - taken).toBe(2)
    const [invoice] = await invoicesOf(booking.number)
    expect(invoice).toMatchObject({ total_cents: plan.costs.total_cents, order_number: 'PO-2026-001', kind: 'invoice' })
    const mails = await app.asSystem(() =>
      db.from('core_mail_outbox').whereIn('trigger', ['booking.mail.confirmed', 'invoices.mail.invoice']).orderBy('id', 'desc').limit(2),
    )
    expect(mails.map((mail) => mail.trigger).sort()).toEqual(['booking.mail.confirmed', 'invoices.mail.invoice'])
    expect((await other.get(`${base}/${id}`)).status).toBe(404)
  })

  it('is made once: double click, double tab, and a second try after it', async () => {
    const answers = answersFor([await person()], { type: 'elearning', moment: null })
    const total = (await price(answers)).costs.total_cents
    const draft = await keep(answers)
    const before = await count('booking_bookings')
    const tab = await signInAs('beheerder@noordwind.example')
    const clicks = await Promise.all([finish(draft, total), finish(draft, total), finish(draft, total, tab)])
    const late = await finish(draft, total)
    expect([...clicks, late].map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set([...clicks, late].map(({ body }) => body.data.id)).size).toBe(1)
    expect((await count('booking_bookings')) - before).toBe(1)
    expect(await invoicesOf(late.body.data.number)).toHaveLength(1)
    // Another's draft is nobody's to finish.
    expect((await finish(draft, total, other)).status).toBe(404)
  })

  it('refuses what was tampered with, and changes nothing', async () => {
    // What was booked before is released by now.
    await app.settle()
    const someone = await person()
    const stranger = (await other.get('/api/people/participants')).body.data[0].id
    const tables = ['booking_bookings', 'invoices_invoices', 'exams_entries', 'core_memberships', 'learning_participations']
    const before = await Promise.all(tables.map(count))
    const rulesOf = async (answers: Answers) => {
      const { body } = await finish(await keep(answers), (await price(answers)).costs.total_cents)
      return (body.errors ?? []).map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`)
    }
    expect(await rulesOf(answersFor([stranger]))).toContain('people.0.membership enum')
    expect(await rulesOf(answersFor([someone], { course: 99_999_999 }))).toContain('course enum')
    expect(await rulesOf(answersFor([someone], { moment: 99_999_999 }))).toContain('moment enum')
    expect(await rulesOf(answersFor([someone], { course: second, type: 'elearning_exam' }))).not.toEqual([])
    expect(await rulesOf(answersFor([someone, someone]))).toContain('people.1.membership doubled')
    expect(await rulesOf(answersFor([]))).toContain('people required')
    expect(await rulesOf(answersFor([someone], { method: 'card' }))).toContain('method required')
    expect(await rulesOf(answersFor([someone], { buyer: { ...BUYER, city: '' } }))).toContain('buyer.city required')
    const taken = [{ firstname: 'Piet', lastname: 'Elders', email: 'beheerder@bouwmeester.example', birthdate: null }]
    expect(await rulesOf(answersFor([], { people: taken }))).toContain('people.0.email email_in_use')
    const answers = answersFor([someone])
    const draft = await keep(answers)
    const { total_cents: total } = (await price(answers)).costs
    expect((await finish(draft, total - 1)).body.code).toBe('price_changed')
    for (const cents of [-1, 0.5, 1e12, '0', null]) expect((await finish(draft, cents as number)).status).toBe(422)
    await keep({ ...answers, wishes: 'Anders' })
    expect((await finish(draft, total)).body.code).toBe('draft_changed')
    const huge = { answers: { ...answers, people: Array.from({ length: 201 }, () => ({ membership: someone })) } }
    expect((await supervisor.post('/api/booking/price', huge)).status).toBe(422)
    expect(await Promise.all(tables.map(count))).toEqual(before)
  })

  it('asks for birth dates where only adults may, and keeps them', async () => {
    const [unknown, child] = [await person(null), await person(addDays(today(), -17 * 365))]
    await app.asSystem(() => db.from('exams_moments').where('id', moments[1]!).update({ adults_only: true }))
    const rules = async (people: object[]) =>
      (await price(answersFor([], { people, moment: moments[1] }))).problems.map(
        ({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`,
      )
    expect(await rules([{ membership: unknown }])).toEqual(['people.0.birthdate birthdate_required'])
    expect(await rules([{ membership: child }])).toEqual(['people.0.birthdate adults_only'])
    // Who is known to be young does not make themselves older.
    expect(await rules([{ membership: child, birthdate: '1980-01-01' }])).toEqual(['people.0.birthdate adults_only'])
    await booked(answersFor([], { type: 'exam', people: [{ membership: unknown, birthdate: '1985-05-05' }], moment: moments[1] }))
    const [kept] = await app.asSystem(() => db.from('kit_members').where('id', unknown).select(db.raw('birthdate::text as birthdate')))
    expect(kept.birthdate).toBe('1985-05-05')
  })

  it('gives the last seat to one of two, and the other nothing', async () => {
    const moment = await app.asSystem(async () => {
      const { exam_id: exam } = await db.from('exams_moments').where('id', moments[0]!).firstOrFail()
      const row = {
        exam_id: exam,
        city: 'Laatste',
        location: 'Zaal',
        address: '',
        language: 'nl',
        seats: 1,
        starts_at: `${addDays(today(), 90)}T09:00:00Z`,
      }
      return (await db.table('exams_moments').insert(row).returning('id'))[0].id as number
    })
    const strangers = (await other.get('/api/people/participants')).body.data.map(({ id }: { id: number }) => id)
    const [mine, theirs] = [answersFor([await person()], { type: 'exam', moment }), answersFor([strangers[0]], { type: 'exam', moment })]
    const [first, next] = [await keep(mine), await keep(theirs, other)]
    const [a, b] = [(await price(mine)).costs.total_cents, (await price(theirs, other)).costs.total_cents]
    const before = await count('invoices_invoices')
    const answers = await Promise.all([finish(first, a), finish(next, b, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.toSatisfy((status: number) => [409, 422].includes(status))])
    expect(await seatsTaken(moment)).toBe(1)
    expect((await count('invoices_invoices')) - before).toBe(1)
  })

  it('takes new people in, by hand and by a file', async () => {
    const content = 'Voornaam;Achternaam;E-mail;Geboortedatum\nAnna;Nieuw;anna.nieuw@file.example;1990-02-03\n'
    const { body } = await supervisor.upload('/api/booking/people', 'file', { name: 'mensen.csv', type: 'text/csv', content })
    expect(body.data).toEqual([
      { membership: null, firstname: 'Anna', lastname: 'Nieuw', email: 'anna.nieuw@file.example', birthdate: '1990-02-03' },
    ])
    // Invited, and not come in yet: a course and a seat all the same.
    const id = await booked(answersFor([], { people: body.data }))
    const [anna] = (await show(id)).people
    expect(anna).toMatchObject({ name: 'Anna Nieuw', email: 'anna.nieuw@file.example', course: 'released', exam_status: 'waiting' })
  })
})

describe('paying by card', () => {
  const told = (id: number, fn: (key: string) => Promise<void>) =>
    app.inCompany('noordwind', async () => fn(`booking:${(await show(id)).number}`))
  /** As a booking by card stands before the provider said anything. */
  async function open(people: number[], moment: number): Promise<number> {
    const id = await booked(answersFor(people, { type: 'exam', moment }))
    await app.asSystem(() =>
      db.from('booking_bookings').where('id', id).update({ status: 'open', payment_method: 'card', pay_until: new Date() }),
    )
    return id
  }
  const amount = { amountCents: 1, paidAt: '2026-11-22T10:00:00Z' }

  it('believes the provider, once, and tells of what failed or came too late', async () => {
    const { paid, notPaid } = await import('../server/services/card.js')
    const one = await open([await person()], moments[0]!)
    await told(one, (key) => notPaid({ key, reason: 'declined' }))
    expect((await show(one)).status).toBe('failed')
    for (let times = 0; times < 3; times += 1) await told(one, (key) => paid({ key, ...amount }))
    const after = await show(one)
    expect([after.status, after.history.map(({ action }: { action: string }) => action)]).toEqual(['paid', ['paid', 'failed', 'created']])
    // The word of a failure that comes after it changes nothing.
    await told(one, (key) => notPaid({ key, reason: 'lapsed' }))
    expect((await show(one)).status).toBe('paid')
  })

  it('lets somebody look at it when the seats are gone by then', async () => {
    const { paid, notPaid } = await import('../server/services/card.js')
    const { examsService } = await import('#plugins/exams/contract/index')
    const { serviceOf } = await import('#core/kit/services')
    const moment = moments[1]!
    const late = await open([await person()], moment)
    await told(late, (key) => notPaid({ key, reason: 'lapsed' }))
    expect((await show(late)).status).toBe('expired')
    await told(late, async (key) => (await serviceOf(examsService))!.release(key))
    await app.asSystem(async () =>
      db
        .from('exams_moments')
        .where('id', moment)
        .update({ seats: Number((await db.rawQuery('select exams_seats_taken(?) as n', [moment])).rows[0].n) }),
    )
    await told(late, (key) => paid({ key, ...amount }))
    expect((await show(late)).status).toBe('needs_processing')
    expect((await act(late, 'processed', {}, admin)).body.data.status).toBe('paid')
  })
})

describe('afterwards', () => {
  it('extends twice and no more, and restarts', async () => {
    const id = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    expect((await act(id, 'restart')).body.code).toBe('not_started_yet')
    for (const times of [1, 2]) expect((await act(id, 'extend_course')).body.data).toMatchObject({ extensions: times })
    expect((await act(id, 'extend_course')).body.code).toBe('access_not_renewed')
    const { history } = await show(id)
    expect(history.filter(({ action }: { action: string }) => action === 'extend_course')).toHaveLength(2)
    expect(history[0].after.extended_until).toBeTruthy()
  })

  it('adds, moves and cancels an exam; what is due follows the policy', async () => {
    const id = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    const { number } = await show(id)
    expect((await act(id, 'cancel_exam')).body.code).toBe('no_exam')
    const added = (await act(id, 'add_exam', { moment: moments[2] })).body.data
    expect(added).toMatchObject({ type: 'elearning_exam', exam: { city: 'Testplaats' } })
    // Ten days before it only the platform moves it, and half is due.
    expect((await act(id, 'update_exam', { moment: moments[0] })).body.code).toBe('too_late_to_move')
    const exam = added.costs.lines.find(({ key }: { key: string }) => key === 'exam').cents
    expect(added.cancelling.exam).toBe(exam / 2)
    const moved = (await act(id, 'update_exam', { moment: moments[0] }, admin)).body.data
    expect(moved.cancelling.exam).toBe(0)
    expect(moved.history[0]).toMatchObject({ action: 'update_exam', actor: 'admin' })
    const taken = await seatsTaken(moments[0]!)
    const after = (await act(id, 'cancel_exam')).body.data
    expect(after).toMatchObject({ type: 'elearning', status: 'invoice', exam: null })
    expect(taken - (await seatsTaken(moments[0]!))).toBe(1)
    const written = await invoicesOf(number)
    expect(written.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice', 'invoice', 'credit'])
    expect(written[2].total_cents).toBe(-written[1].total_cents)
  })

  it('cancels a course, and what costs nothing is credited in whole', async () => {
    const id = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    const { number } = await show(id)
    expect((await act(id, 'cancel_course')).body.data).toMatchObject({
      status: 'canceled',
      costs: { total_cents: 0, cancellation_cents: 0 },
    })
    const [invoice, credit] = await invoicesOf(number)
    expect(credit).toMatchObject({ kind: 'credit', of_invoice: invoice.id, total_cents: -invoice.total_cents })
    expect((await act(id, 'extend_course')).body.code).toBe('booking_not_open')
  })

  it('never cancels a course of a flow by itself', async () => {
    const someone = await person()
    const id = await booked(answersFor([someone], { type: 'elearning', moment: null }))
    await app.asSystem(() =>
      db.from('learning_participations').where({ membership_id: someone, course_id: course }).update({ source: 'flow' }),
    )
    const before = await show(id)
    expect((await act(id, 'cancel_course')).body.code).toBe('part_of_flow')
    expect(await show(id)).toEqual(before)
  })

  it('changes the course, books again, and lets an admin refuse and grant', async () => {
    const someone = await person()
    const id = await booked(answersFor([someone], { type: 'elearning', moment: null }))
    const { status, body } = await act(id, 'update_course', { course: second })
    expect([status, body.data?.course_id]).toEqual([200, second])
    expect((await show(id)).people[0].course).toBe('released')
    const again = (await supervisor.post('/api/booking/draft/again', { booking: id })).body.data
    expect(again.answers).toMatchObject({ course: second, people: [{ membership: someone }] })
    // Who has it already is said before the last button.
    const known = await price(again.answers)
    expect(known.people[0]).toMatchObject({ has_course: true, exam_at: null })
    const anew = await finish(again, known.costs.total_cents)
    expect([anew.status, anew.body.errors]).toEqual([201, undefined])
    await app.settle()
    const lineOf = async (one: number) => {
      const { number, history } = await show(one)
      return [number, history.find(({ action }: { action: string }) => action === 'book_again')?.reason]
    }
    const [[oldNumber, toNew], [newNumber, toOld]] = [await lineOf(id), await lineOf(anew.body.data.id)]
    expect([toNew, toOld]).toEqual([newNumber, oldNumber])
    expect((await act(id, 'refuse', { reason: 'Niet mogelijk' })).status).toBe(403)
    expect((await act(id, 'refuse', {}, admin)).status).toBe(422)
    expect((await act(id, 'refuse', { reason: 'Niet mogelijk' }, admin)).body.data).toMatchObject({
      status: 'canceled',
      costs: { total_cents: 0 },
    })
    const version = (await show(id)).updated_at
    expect((await supervisor.post(`${base}/${id}/acts`, { act: 'restart', updated_at: '2026-01-31T12:00:00.000000Z' })).body.code).toBe(
      'changed_meanwhile',
    )
    expect((await other.post(`${base}/${id}/acts`, { act: 'restart', updated_at: version })).status).toBe(404)
  })

  it('proposes the discount of SIR members; an admin gives it, off the bill', async () => {
    await app.asSystem(async () => {
      const { id } = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
      await db.rawQuery(
        `insert into core_company_settings (company_id, plugin, chosen) values (?, 'companies', '{"sir_member": true}')
         on conflict (company_id, plugin) do update set chosen = core_company_settings.chosen || excluded.chosen`,
        [id],
      )
      await db.from('core_companies').where('id', id).update({ updated_at: new Date() })
    })
    const answers = answersFor([await person()], { type: 'exam' })
    expect((await price(answers)).discount_cents).toBe(-10_000)
    const id = await booked(answers)
    const { number, discount, costs } = await show(id)
    expect(discount).toBe('proposed')
    expect((await act(id, 'discount_confirmed', {}, admin)).body.data).toMatchObject({
      discount: 'confirmed',
      costs: { total_cents: costs.total_cents - 12_100 },
    })
    expect((await invoicesOf(number)).map(({ total_cents: cents }: { total_cents: number }) => cents)).toEqual([costs.total_cents, -12_100])
  })
})

describe('under attack', () => {
  let free: number[]
  beforeAll(async () => {
    free = await app.asSystem(async () => {
      const { exam_id: exam } = await db.from('exams_moments').where('id', moments[0]!).firstOrFail()
      const place = { exam_id: exam, city: 'Testplaats', location: 'Zaal', address: '', language: 'nl', seats: 50 }
      const rows = [50, 70].map((days) => ({ ...place, starts_at: `${addDays(today(), days)}T09:00:00Z` }))
      return (await db.table('exams_moments').returning('id').multiInsert(rows)).map(({ id }: { id: number }) => id)
    })
  })

  const linesOf = async (id: number) => (await show(id)).costs
  /** By card, as it stands before the provider said anything: the seats are held, nothing is billed. */
  async function byCard(answers: Answers): Promise<number> {
    // The booking is made, and can be paid later.
    const back = await providerAway()
    try {
      return await booked({ ...answers, method: 'card' })
    } finally {
      back()
    }
  }
  const told = async (id: number, fn: (key: string) => Promise<void>) => {
    const { number } = await show(id)
    await app.inCompany('noordwind', () => fn(`booking:${number}`))
    await app.settle()
  }
  const isPaid = (id: number) =>
    told(id, async (key) => (await import('../server/services/card.js')).paid({ key, amountCents: 1, paidAt: '2026-11-22T10:00:00Z' }))
  const billed = async (id: number) =>
    (await invoicesOf((await show(id)).number)).reduce((sum: number, { total_cents: cents }: { total_cents: number }) => sum + cents, 0)

  it('bills each time what is taken again after it was given back', async () => {
    const id = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    for (const [name, more] of [
      ['add_exam', { moment: free[0] }],
      ['cancel_exam', {}],
      ['add_exam', { moment: free[0] }],
    ] as const)
      expect((await act(id, name, more)).status).toBe(200)
    expect(await billed(id)).toBe((await linesOf(id)).total_cents)
    expect((await act(id, 'cancel_exam')).status).toBe(200)
    const offers = (await supervisor.get('/api/booking/offers')).body.data as { id: number; adults_only: boolean; price_cents: number }[]
    const cents = offers.find(({ id: one }) => one === course)!.price_cents
    const dearer = offers.find(({ adults_only: adults, price_cents: price }) => !adults && price !== cents)!.id
    for (const to of [dearer, course, dearer]) expect((await act(id, 'update_course', { course: to })).body.data?.course_id).toBe(to)
    expect(await billed(id)).toBe((await linesOf(id)).total_cents)
  })

  it('credits an exam that was added later on the invoice that billed it', async () => {
    const id = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    expect((await act(id, 'add_exam', { moment: free[0] })).status).toBe(200)
    const { number } = await show(id)
    const invoices = () =>
      app.asSystem(() =>
        db
          .from('invoices_invoices')
          .whereLike('subject', `booking:${number}%`)
          .orderBy('id')
          .select('id', 'kind', 'of_invoice', 'total_cents'),
      )
    const [first, second_] = await invoices()
    expect((await act(id, 'cancel_exam')).status).toBe(200)
    expect((await invoices()).at(-1)).toEqual({
      ...{ id: expect.any(Number) as number, kind: 'credit', of_invoice: second_.id },
      total_cents: -second_.total_cents,
    })
    expect((await act(id, 'cancel_course')).status).toBe(200)
    expect((await invoices()).at(-1)).toMatchObject({ kind: 'credit', of_invoice: first.id })
    expect(await billed(id)).toBe((await linesOf(id)).total_cents)
  })

  it('costs nothing to cancel when the platform withdrew the moment', async () => {
    const [late] = await app.asSystem(async () => {
      const { exam_id: exam } = await db.from('exams_moments').where('id', free[0]!).firstOrFail()
      const row = { exam_id: exam, city: 'Testplaats', location: 'Zaal', address: '', language: 'nl', seats: 5 }
      return db
        .table('exams_moments')
        .insert({ ...row, starts_at: `${addDays(today(), 3)}T09:00:00Z` })
        .returning('id')
    })
    const id = await booked(answersFor([await person()], { type: 'exam', moment: late.id }))
    const price_ = (await show(id)).cancelling.exam
    expect(price_).toBeGreaterThan(0)
    await admin.post(`/api/exams/moments/${late.id}/withdraw`, { reason: 'Geen zaal' })
    await app.settle()
    expect(await show(id)).toMatchObject({ status: 'needs_processing', cancelling: { exam: 0 } })
    const after = (await act(id, 'cancel_exam')).body.data
    expect([after.status, after.costs.cancellation_cents]).toEqual(['canceled', 0])
  })

  it('takes over the seat that the waiting list holds for a visitor', async () => {
    const email = 'wachtende@booking.example'
    const moment = await app.asSystem(async () => {
      const { exam_id: exam } = await db.from('exams_moments').where('id', free[0]!).firstOrFail()
      const row = { exam_id: exam, city: 'Wachtdam', location: 'Zaal', address: '', language: 'nl', seats: 1 }
      const [made] = await db
        .table('exams_moments')
        .insert({ ...row, starts_at: `${addDays(today(), 45)}T09:00:00Z` })
        .returning('id')
      return Number(made.id)
    })
    const month = addDays(today(), 45).slice(0, 7)
    const asked = { company: 'noordwind', email, name: 'Wachter', course, city: 'Wachtdam', language: 'nl', month, lang: 'nl' }
    expect((await app.visitor().post('/api/waiting_list/places', asked)).status).toBe(202)
    const place = () => app.asSystem(() => db.from('waiting_list_places').where('email', email).firstOrFail())
    const { token } = await place()
    const answer = (action: string) => app.visitor().post(`/api/waiting_list/places/${token}`, { action })
    await answer('confirm')
    // Somebody gives a seat back there: the first in line is asked.
    const { examsService } = await import('#plugins/exams/contract/index')
    const { serviceOf } = await import('#core/kit/services')
    await app.inCompany('noordwind', async () => {
      const exams = (await serviceOf(examsService))!
      await exams.hold('somebody', moment, { seats: 1 }, new Date(Date.now() + 60_000))
      await exams.release('somebody')
    })
    await app.settle()
    expect((await answer('accept')).status).toBe(200)
    expect(await seatsTaken(moment)).toBe(1)
    // The last seat is held: for nobody but them.
    const stranger = await price(answersFor([await person()], { type: 'exam', moment }))
    expect(stranger.problems).toContainEqual({ field: 'moment', rule: 'no_seats_left' })
    const people = [{ email, firstname: 'Wach', lastname: 'Ter', birthdate: '1990-01-01' }]
    const id = await booked({ ...answersFor([], { type: 'exam', moment }), people })
    expect(await show(id)).toMatchObject({ status: 'invoice', people: [{ email, exam_status: 'waiting' }] })
    expect(await seatsTaken(moment)).toBe(1)
    expect(await place()).toMatchObject({ status: 'accepted' })
  })

  it('gives no discount on what is not paid yet or was cancelled: the bill would differ from what is paid', async () => {
    const id = await byCard(answersFor([await person()], { type: 'exam', moment: free[0] }))
    await app.asSystem(() => db.from('booking_bookings').where('id', id).update({ discount: 'proposed' }))
    const { total_cents: total } = await linesOf(id)
    expect((await act(id, 'discount_confirmed', {}, admin)).body.code).toBe('booking_not_open')
    await isPaid(id)
    expect(await billed(id)).toBe(total)
    const other = await booked(answersFor([await person()], { type: 'exam', moment: free[0] }))
    await app.asSystem(() => db.from('booking_bookings').where('id', other).update({ discount: 'proposed' }))
    expect((await act(other, 'cancel_exam')).body.data.status).toBe('canceled')
    expect((await act(other, 'discount_confirmed', {}, admin)).body.code).toBe('booking_not_open')
  })

  it('is made once by a double click, also of people who are new', async () => {
    const people = [1, 2].map((n) => ({
      firstname: 'Nieuw',
      lastname: `Dubbel ${n}`,
      email: `dubbel${n}@click.example`,
      birthdate: '1990-01-01',
    }))
    const answers = answersFor([], { type: 'elearning', moment: null, people })
    const { total_cents: total } = (await price(answers)).costs
    const draft = await keep(answers)
    const tab = await signInAs('beheerder@noordwind.example')
    const clicks = await Promise.all([finish(draft, total), finish(draft, total, tab), finish(draft, total), finish(draft, total, tab)])
    expect(clicks.map(({ status, body }) => [status, body.errors])).toEqual(clicks.map(() => [201, undefined]))
    expect(new Set(clicks.map(({ body }) => body.data.id)).size).toBe(1)
    // And of the last seat.
    await app.asSystem(async () => {
      const taken = await db.rawQuery('select exams_seats_taken(?) as n', [free[1]!])
      await db
        .from('exams_moments')
        .where('id', free[1]!)
        .update({ seats: Number(taken.rows[0].n) + 1 })
    })
    const last = answersFor([await person()], { type: 'exam', moment: free[1] })
    const { total_cents: cents } = (await price(last)).costs
    const one = await keep(last)
    const twice = await Promise.all(Array.from({ length: 5 }, (_, n) => finish(one, cents, n % 2 ? tab : supervisor)))
    expect(twice.map(({ status, body }) => [status, body.errors])).toEqual(twice.map(() => [201, undefined]))
    await app.asSystem(() => db.from('exams_moments').where('id', free[1]!).update({ seats: 50 }))
  })

  it('never loses money of a moment that was withdrawn while somebody paid', async () => {
    const { seatsLost } = await import('../server/services/exam_news.js')
    const { examsService } = await import('#plugins/exams/contract/index')
    const { serviceOf } = await import('#core/kit/services')
    const id = await byCard(answersFor([await person()], { type: 'exam', moment: free[0] }))
    await told(id, async (key) => {
      await (await serviceOf(examsService))!.release(key)
      await seatsLost({ key, membershipIds: [], momentId: free[0]!, reason: 'withdrawn' })
    })
    // Nobody paid: there is nothing to process, and nothing that an admin could call paid.
    expect((await show(id)).status).toBe('expired')
    await isPaid(id)
    const { status, history } = await show(id)
    expect([status, history[0].action]).toEqual(['needs_processing', 'late_payment'])
  })

  it('has a seat, a course and a bill once what came too late is processed', async () => {
    const { examsService } = await import('#plugins/exams/contract/index')
    const { serviceOf } = await import('#core/kit/services')
    const id = await byCard(answersFor([await person()], { moment: free[0] }))
    const { total_cents: total } = await linesOf(id)
    await told(id, async (key) => (await serviceOf(examsService))!.release(key))
    await isPaid(id)
    expect((await show(id)).status).toBe('needs_processing')
    const moved = await act(id, 'update_exam', { moment: free[1] }, admin)
    expect([moved.status, moved.body.data?.people[0].exam_status]).toEqual([200, 'waiting'])
    expect((await act(id, 'processed', {}, admin)).body.data.status).toBe('paid')
    expect((await show(id)).people[0]).toMatchObject({ course: 'released', exam_status: 'waiting' })
    expect(await billed(id)).toBe(total)
  })

  it('gives no place of a contract back that somebody used', async () => {
    const fields = {
      ...{
        name: 'Raam',
        email: 'contract@test.example',
        order_number: null,
        type: 'participants',
        participants: 100,
        custom_courses: null,
      },
      ...{ starts_on: today(), ends_on: addDays(today(), 9), extra_participant_cents: null, extra_course_cents: null, only_started: false },
    }
    const company = (await app.asSystem(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())).id
    expect((await admin.post('/api/contracts/contracts', { ...fields, company, courses: [course] })).status).toBe(201)
    const [began, did] = [await person(), await person()]
    const id = await booked(answersFor([began, did], { type: 'elearning', moment: null }))
    await app.asSystem(() =>
      db
        .from('learning_participations')
        .where({ membership_id: began, course_id: course })
        .update({ status: 'busy', started_at: new Date() }),
    )
    expect((await act(id, 'cancel_course')).status).toBe(200)
    const uses = await app.asSystem(() => db.from('contracts_uses').whereIn('membership_id', [began, did]).orderBy('membership_id'))
    expect(uses.map(({ given_back_at: at }) => at === null)).toEqual([true, false])
    await app.asSystem(() =>
      db
        .from('contracts_contracts')
        .where('name', 'Raam')
        .update({ ends_on: addDays(today(), -1), starts_on: addDays(today(), -2) }),
    )
  })

  it('changes to no course that somebody is too young for', async () => {
    const id = await booked(answersFor([await person(addDays(today(), -16 * 365))], { type: 'elearning', moment: null }))
    const strict = (await supervisor.get('/api/booking/offers')).body.data.find(
      ({ adults_only: adults }: { adults_only: boolean }) => adults,
    )
    const answer = await act(id, 'update_course', { course: strict.id })
    expect([answer.status, answer.body.errors?.[0]?.rule]).toEqual([422, 'adults_only'])
  })
})
