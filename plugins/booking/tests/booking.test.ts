import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs } from '#core/testing/app'
import {
  begin,
  base,
  app,
  db,
  supervisor,
  other,
  admin,
  course,
  moments,
  second,
  BUYER,
  person,
  answersFor,
  keep,
  price,
  finish,
  booked,
  show,
  act,
  count,
  seatsTaken,
  invoicesOf,
  type Answers,
} from './bookings.js'

// From the wizard to a seat, a course and a bill; a refused booking changes nothing.

beforeAll(begin)

describe('booking', () => {
  it('resumes the wizard where it was left, also on another computer', async () => {
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

  it('creates seats, courses, an invoice, a history and mails', async () => {
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

  it('shows its invoice and the credit note of a cancellation, with the participants', async () => {
    const people = [await person(), await person(), await person()]
    const id = await booked(answersFor(people, { type: 'exam' }))
    await act(id, 'cancel_exam')
    const { number, bills } = await show(id)
    const [invoice, credit] = await invoicesOf(number)
    expect(bills).toMatchObject([
      { id: invoice.id, kind: 'invoice', number: invoice.number, open_cents: 0, status: 'credited' },
      { id: credit.id, kind: 'credit', settled_with: invoice.number },
    ])
    expect(invoice.lines).toMatchObject([{ quantity: 3, unitCents: 19_500, members: people }])
    // The invoice line shows the date in written form.
    expect(invoice.lines[0].text).toMatch(/\(Testplaats, \d{1,2} [a-z]+ \d{4}\)$/)
    expect(credit.lines).toMatchObject([{ quantity: 3, unitCents: -19_500, members: people }])
  })

  it('is made once for a double click, two tabs and a later retry', async () => {
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
    // Nobody can finish another person's draft.
    expect((await finish(draft, total, other)).status).toBe(404)
  })

  it('refuses tampered input without changing anything', async () => {
    // The course of an earlier booking is released by now.
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

  it('asks for birth dates where only adults may take part, and stores them', async () => {
    const [unknown, child] = [await person(null), await person(addDays(today(), -17 * 365))]
    await app.asSystem(() => db.from('exams_moments').where('id', moments[1]!).update({ adults_only: true }))
    const rules = async (people: object[]) =>
      (await price(answersFor([], { people, moment: moments[1] }))).problems.map(
        ({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`,
      )
    expect(await rules([{ membership: unknown }])).toEqual(['people.0.birthdate birthdate_required'])
    expect(await rules([{ membership: child }])).toEqual(['people.0.birthdate adults_only'])
    // A known birth date cannot be changed to an older one.
    expect(await rules([{ membership: child, birthdate: '1980-01-01' }])).toEqual(['people.0.birthdate adults_only'])
    await booked(answersFor([], { type: 'exam', people: [{ membership: unknown, birthdate: '1985-05-05' }], moment: moments[1] }))
    const [kept] = await app.asSystem(() => db.from('kit_members').where('id', unknown).select(db.raw('birthdate::text as birthdate')))
    expect(kept.birthdate).toBe('1985-05-05')
  })

  it('gives the last seat to one of two concurrent bookings, and the other nothing', async () => {
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
})

describe('the list of bookings', () => {
  it('finds the demo’s buyer in Greek capitals by small letters without accents', async () => {
    const found = async (typed: string) =>
      (await supervisor.get(`${base}?search=${encodeURIComponent(typed)}`)).body.data.map(({ id }: { id: number }) => id) as number[]
    const [id, ...more] = await found('τεχνικος ομιλος αιγαιου')
    expect(more).toEqual([])
    const { number } = await show(id!)
    const [bill] = await invoicesOf(number)
    expect(bill.buyer).toMatchObject({ company: 'ΤΕΧΝΙΚΟΣ ΟΜΙΛΟΣ ΑΙΓΑΙΟΥ', country: 'GR' })
    for (const typed of ['Τεχνικός Όμιλος', 'ομιλοσ', 'ΑΙΓΑΊΟΥ']) expect([typed, await found(typed)]).toEqual([typed, [id]])
    expect(await found('ομιλος πελοποννησου')).toEqual([])
  })
})

describe('paying by card', () => {
  const told = (id: number, fn: (key: string) => Promise<void>) =>
    app.inCompany('noordwind', async () => fn(`booking:${(await show(id)).number}`))
  /** The state of a booking by card before the provider has reported anything. */
  async function open(people: number[], moment: number): Promise<number> {
    const id = await booked(answersFor(people, { type: 'exam', moment }))
    await app.asSystem(() =>
      db.from('booking_bookings').where('id', id).update({ status: 'open', payment_method: 'card', pay_until: new Date() }),
    )
    return id
  }
  const amount = { amountCents: 1, paidAt: '2026-11-22T10:00:00Z' }

  it('accepts the provider’s report once, and shows failed and late payments', async () => {
    const { paid, notPaid } = await import('../server/services/card.js')
    const one = await open([await person()], moments[0]!)
    await told(one, (key) => notPaid({ key, reason: 'declined' }))
    expect((await show(one)).status).toBe('failed')
    for (let times = 0; times < 3; times += 1) await told(one, (key) => paid({ key, ...amount }))
    const after = await show(one)
    expect([after.status, after.history.map(({ action }: { action: string }) => action)]).toEqual(['paid', ['paid', 'failed', 'created']])
    // A report of a failure that arrives afterwards changes nothing.
    await told(one, (key) => notPaid({ key, reason: 'lapsed' }))
    expect((await show(one)).status).toBe('paid')
  })

  it('requires a manual decision when the seats are gone by then', async () => {
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
