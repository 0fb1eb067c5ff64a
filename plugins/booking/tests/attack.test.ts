import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs } from '#core/testing/app'
import { providerAway } from '#plugins/payments/contract/testing_away'
import {
  begin,
  app,
  db,
  supervisor,
  admin,
  course,
  moments,
  person,
  answersFor,
  keep,
  price,
  finish,
  booked,
  show,
  act,
  seatsTaken,
  invoicesOf,
  type Answers,
} from './bookings.js'

// Races, withdrawn exam moments and changes in an unexpected order: nothing is billed, assigned or lost twice.

beforeAll(begin)

describe('a participant who guesses', () => {
  it('learns nothing about colleagues from the price of a booking for them', async () => {
    const { createParticipant } = await import('#core/testing/factories')
    const me = await createParticipant('noordwind', { signsIn: true, birthdate: '1990-01-01', membership: { status: 'active' } })
    const colleague = await createParticipant('noordwind', { firstname: 'Geheim', birthdate: '1991-02-03' })
    const client = await signInAs(me.email, undefined, 'noordwind')
    for (const guess of [{ membership: colleague.id }, { firstname: 'x', lastname: 'y', email: colleague.email }]) {
      const shown = await price({ course, type: 'elearning', people: [guess], method: 'invoice', buyer: {} }, client)
      expect(shown.problems).toContainEqual({ field: 'people', rule: 'only_yourself' })
      expect(shown.people[0]).toMatchObject({ membership: null, birthdate_known: false, has_course: false, certificate: null })
      expect(JSON.stringify(shown)).not.toMatch(/Geheim|email_in_use/)
    }
    const own = await price({ course, type: 'elearning', people: [{ membership: me.id }], method: 'invoice', buyer: {} }, client)
    expect(own.people[0]).toMatchObject({ membership: me.id, email: me.email })
  })
})

describe('a participant who books with the id of a colleague’s booking', () => {
  it('leaves no trace in it and does not learn its number', async () => {
    const { createParticipant } = await import('#core/testing/factories')
    const me = await createParticipant('noordwind', { signsIn: true, birthdate: '1990-01-01', membership: { status: 'active' } })
    const client = await signInAs(me.email, undefined, 'noordwind')
    const theirs = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    const { number } = await show(theirs)
    const open = (await client.get('/api/booking/offers')).body.data[0].id
    const answers = answersFor([me.id], { course: open, type: 'elearning', moment: null, again: theirs })
    const made = await finish(await keep(answers, client), (await price(answers, client)).costs.total_cents, client)
    expect([made.status, made.body.errors]).toEqual([201, undefined])
    expect(JSON.stringify((await client.get(`/api/booking/own/${made.body.data.id}`)).body)).not.toContain(number)
    expect((await show(theirs)).history.map(({ action }: { action: string }) => action)).not.toContain('book_again')
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
  /** A booking by card before the provider has reported anything: the seats are held, nothing is billed. */
  async function byCard(answers: Answers): Promise<number> {
    // The booking is created and can be paid later.
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

  it('bills an exam each time it is booked again after a cancellation', async () => {
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

  it('makes cancelling free when the platform withdrew the moment', async () => {
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
    // Somebody gives up a seat there: the first person on the waiting list is offered it.
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
    // The last seat is held for this person only.
    const stranger = await price(answersFor([await person()], { type: 'exam', moment }))
    expect(stranger.problems).toContainEqual({ field: 'moment', rule: 'no_seats_left' })
    const people = [{ email, firstname: 'Wach', lastname: 'Ter', birthdate: '1990-01-01' }]
    const id = await booked({ ...answersFor([], { type: 'exam', moment }), people })
    expect(await show(id)).toMatchObject({ status: 'invoice', people: [{ email, exam_status: 'waiting' }] })
    expect(await seatsTaken(moment)).toBe(1)
    expect(await place()).toMatchObject({ status: 'accepted' })
  })

  it('refuses a discount on an unpaid or cancelled booking, whose bill would differ from the payment', async () => {
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

  it('makes one booking for a double click, also with new people', async () => {
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
    // The same holds for the last seat.
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

  it('never loses the payment for a moment that was withdrawn during the payment', async () => {
    const { seatsLost } = await import('../server/services/exam_news.js')
    const { examsService } = await import('#plugins/exams/contract/index')
    const { serviceOf } = await import('#core/kit/services')
    const id = await byCard(answersFor([await person()], { type: 'exam', moment: free[0] }))
    await told(id, async (key) => {
      await (await serviceOf(examsService))!.release(key)
      await seatsLost({ key, membershipIds: [], momentId: free[0]!, reason: 'withdrawn' })
    })
    // Nobody paid: there is nothing to process, and nothing that an admin could mark as paid.
    expect((await show(id)).status).toBe('expired')
    await isPaid(id)
    const { status, history } = await show(id)
    expect([status, history[0].action]).toEqual(['needs_processing', 'late_payment'])
  })

  it('creates the seat, course and bill once when a late payment is processed', async () => {
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

  it('does not return a used place to a contract', async () => {
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

  it('refuses to change to a course that a person is too young for', async () => {
    const id = await booked(answersFor([await person(addDays(today(), -16 * 365))], { type: 'elearning', moment: null }))
    const strict = (await supervisor.get('/api/booking/offers')).body.data.find(
      ({ adults_only: adults }: { adults_only: boolean }) => adults,
    )
    const answer = await act(id, 'update_course', { course: strict.id })
    expect([answer.status, answer.body.errors?.[0]?.rule]).toEqual([422, 'adults_only'])
  })
})
