import { beforeAll, describe, expect, it } from 'vitest'
import {
  act,
  admin,
  answersFor,
  app,
  base,
  begin,
  booked,
  course,
  db,
  invoicesOf,
  moments,
  other,
  person,
  seatsTaken,
  second,
  show,
  supervisor,
} from './bookings.js'

// One of several people cancels, moves or continues: only their own seat, money and history change (decision 0175).

beforeAll(async () => {
  await begin()
  await app.asSystem(() => db.from('exams_moments').whereIn('id', moments).update({ seats: 99 }))
})

interface Shown {
  people: { membership_id: number; cancelling: { course: number; exam: number } }[]
  costs: { net_cents: number; total_cents: number; cancellation_cents: number }
}
const people = ({ people: rows }: Shown) => rows.map(({ membership_id: id }) => id)
const three = async () => [await person(), await person(), await person()] as [number, number, number]

describe('one of several people', () => {
  it('moves to another moment alone, and both bookings show it', async () => {
    const members = await three()
    const id = await booked(answersFor(members))
    const before = await show(id)
    const taken = [await seatsTaken(moments[0]!), await seatsTaken(moments[1]!)]
    expect(before.person_acts).toEqual(expect.arrayContaining(['update_exam', 'cancel_exam', 'extend_course']))

    const moved = await act(id, 'update_exam', { moment: moments[1], person: members[1] })
    expect(moved.status).toBe(200)
    expect(moved.body.data).toMatchObject({
      number: `${before.number}-2`,
      status: 'invoice',
      moment_id: moments[1],
      part_of: { id, number: before.number },
      people: [{ membership_id: members[1], exam_status: 'waiting', course: 'released' }],
    })
    expect(await seatsTaken(moments[0]!)).toBe(taken[0]! - 1)
    expect(await seatsTaken(moments[1]!)).toBe(taken[1]! + 1)
    const rest = await show(id)
    expect(people(rest)).toEqual([members[0], members[2]])
    expect(rest).toMatchObject({ moment_id: moments[0], parts: [{ number: `${before.number}-2`, name: expect.any(String) as string }] })
    // The totals stay equal to the cent, and no invoice is created for it.
    expect(rest.costs.net_cents + moved.body.data.costs.net_cents).toBe(before.costs.net_cents)
    expect(await invoicesOf(before.number)).toHaveLength(1)
    const actions = (shown: { history: { action: string }[] }) => shown.history.map(({ action }) => action)
    expect(rest.history[0]).toMatchObject({ action: 'split', before: { people: 3 }, after: { people: 2 }, reason: `${before.number}-2` })
    expect(actions(moved.body.data)).toEqual(['update_exam', 'split', 'created'])
    expect(moved.body.data.history[0]).toMatchObject({
      actor: 'member',
      by: expect.stringMatching(/\w/) as string,
      before: { exam: { city: 'Testplaats' } },
    })
  })

  it('cancels alone: their share is credited on the shared invoice, and their seat is free', async () => {
    const members = await three()
    const id = await booked(answersFor(members))
    const before = await show(id)
    const share = before.costs.lines.find(({ key }: { key: string }) => key === 'exam').unit_cents as number
    const taken = await seatsTaken(moments[0]!)
    for (const [index, member] of members.slice(0, 2).entries()) {
      const { body } = await act(id, 'cancel_exam', { person: member })
      expect(body.data).toMatchObject({ number: `${before.number}-${index + 2}`, type: 'elearning', costs: { cancellation_cents: 0 } })
    }
    expect(await seatsTaken(moments[0]!)).toBe(taken - 2)
    const [invoice, ...credits] = await invoicesOf(before.number)
    // Both credits refer to the first invoice, although both acts produced bookings with the same number of lines.
    expect(credits.map(({ kind, of_invoice: of, net_cents: cents }) => [kind, of, cents])).toEqual([
      ['credit', invoice.id, -share],
      ['credit', invoice.id, -share],
    ])
    // The last person is alone in the booking and needs no separate one.
    const { body } = await act(id, 'cancel_exam', { person: members[2] })
    expect(body.data).toMatchObject({ id, type: 'elearning' })
    expect((await invoicesOf(before.number)).reduce((sum, { net_cents: cents }) => sum + cents, 0)).toBe(before.costs.net_cents - 3 * share)
  })

  it('pays the amount due of their own share, which is shown before', async () => {
    const members = await three()
    const id = await booked(answersFor(members, { moment: moments[2] }))
    const before = await show(id)
    const share = before.costs.lines.find(({ key }: { key: string }) => key === 'exam').unit_cents as number
    const told = (before as Shown).people[0]!.cancelling.exam
    expect(told).toBe(share / 2)
    const { body } = await act(id, 'cancel_exam', { person: members[0] })
    expect(body.data.costs.cancellation_cents).toBe(told)
    expect((await show(id)).costs.cancellation_cents).toBe(0)
    // The others' share is unchanged.
    expect(((await show(id)) as Shown).people[0]!.cancelling.exam).toBe(share / 2)
  })

  it('extends alone', async () => {
    const members = await three()
    const id = await booked(answersFor(members, { type: 'elearning', moment: null }))
    const { body } = await act(id, 'extend_course', { person: members[2] })
    expect(body.data).toMatchObject({ extensions: 1, people: [{ membership_id: members[2] }] })
    expect(await show(id)).toMatchObject({ extensions: 0, extended_until: null })
    expect((await act(body.data.id, 'extend_course')).body.data.extensions).toBe(2)
    expect((await act(body.data.id, 'extend_course')).body.code).toBe('access_not_renewed')
  })

  it('restarts alone, and only what they began', async () => {
    const members = await three()
    const id = await booked(answersFor(members, { type: 'elearning', moment: null }))
    const { number } = await show(id)
    const tried = (membership: number) => ({ membership_id: membership, course_id: course })
    const triesOf = (membership: number) =>
      app.asSystem(() => db.from('learning_participations').where(tried(membership)).orderBy('id').select('id', 'status'))
    // A person who did not begin has nothing to restart, so the booking is not split.
    expect((await act(id, 'restart', { person: members[1] })).body.code).toBe('not_started_yet')
    expect(people(await show(id))).toEqual(members)
    await app.asSystem(() =>
      db
        .from('learning_participations')
        .whereIn('membership_id', members.slice(0, 2))
        .update({ status: 'failed', started_at: new Date(), finished_at: new Date() }),
    )
    const { status, body } = await act(id, 'restart', { person: members[1] })
    expect([status, body.code]).toEqual([200, undefined])
    expect(body.data).toMatchObject({ number: `${number}-2`, people: [{ membership_id: members[1], course: 'released' }] })
    expect(body.data.history[0]).toMatchObject({ action: 'restart' })
    const [first, again] = await triesOf(members[1])
    expect([first.status, again.status]).toEqual(['failed', 'registered'])
    // The other person who failed is unchanged, and the booking of the two shows no restart.
    expect((await triesOf(members[0])).map((row: { status: string }) => row.status)).toEqual(['failed'])
    const rest = await show(id)
    expect(people(rest)).toEqual([members[0], members[2]])
    expect(rest.history.map(({ action }: { action: string }) => action)).not.toContain('restart')
    expect(await invoicesOf(number)).toHaveLength(1)
  })

  it('takes another course alone: the price difference is for one person, and the others keep theirs', async () => {
    const members = await three()
    const id = await booked(answersFor(members, { type: 'elearning', moment: null }))
    const before = await show(id)
    const offers = (await supervisor.get('/api/booking/offers')).body.data as { id: number; price_cents: number }[]
    const priceOf = (wanted: number) => offers.find(({ id: offer }) => offer === wanted)!.price_cents
    const { status, body } = await act(id, 'update_course', { course: second, person: members[0] })
    expect([status, body.code]).toEqual([200, undefined])
    const part = await show(body.data.id)
    expect(part).toMatchObject({
      course_id: second,
      costs: { net_cents: priceOf(second) },
      people: [{ membership_id: members[0], course: 'released' }],
    })
    const rest = await show(id)
    expect(rest).toMatchObject({ course_id: course, costs: { net_cents: 2 * priceOf(course) } })
    expect(people(rest)).toEqual(members.slice(1))
    const billed = (await invoicesOf(before.number)).reduce((sum, { net_cents: cents }) => sum + cents, 0)
    expect(billed).toBe(part.costs.net_cents + rest.costs.net_cents)
    const open = await app.asSystem(() =>
      db
        .from('learning_participations')
        .whereIn('membership_id', members)
        .whereNot('status', 'cancelled')
        .select('membership_id', 'course_id'),
    )
    const has = new Map(open.map((row: { membership_id: number; course_id: number }) => [row.membership_id, row.course_id]))
    expect(members.map((member) => has.get(member))).toEqual([second, course, course])
  })

  it('gets an exam alone: one seat, and a bill for one', async () => {
    const members = await three()
    const id = await booked(answersFor(members, { type: 'elearning', moment: null }))
    const before = await show(id)
    const taken = await seatsTaken(moments[0]!)
    const { status, body } = await act(id, 'add_exam', { moment: moments[0], person: members[2] })
    expect([status, body.code]).toEqual([200, undefined])
    expect(body.data).toMatchObject({
      number: `${before.number}-2`,
      type: 'elearning_exam',
      moment_id: moments[0],
      people: [{ membership_id: members[2], exam_status: 'waiting', course: 'released' }],
    })
    expect(await seatsTaken(moments[0]!)).toBe(taken + 1)
    const exam = body.data.costs.lines.find(({ key }: { key: string }) => key === 'exam')
    expect(exam).toMatchObject({ quantity: 1 })
    const rest = await show(id)
    expect(rest).toMatchObject({ type: 'elearning', moment_id: null })
    expect(people(rest)).toEqual(members.slice(0, 2))
    const [invoice, further, ...none] = await invoicesOf(before.number)
    expect(none).toEqual([])
    expect([invoice.kind, further.kind, further.net_cents]).toEqual(['invoice', 'invoice', exam.unit_cents])
    expect(rest.costs.net_cents + body.data.costs.net_cents).toBe(before.costs.net_cents + exam.unit_cents)
  })
})

describe('under attack', () => {
  it('is done once for a double click, and for two concurrent acts on two people one is refused', async () => {
    const members = await three()
    const id = await booked(answersFor(members))
    const { updated_at: version, number } = await show(id)
    const cancel = (member: number) => supervisor.post(`${base}/${id}/acts`, { act: 'cancel_exam', person: member, updated_at: version })
    const answers = await Promise.all([cancel(members[0]), cancel(members[0]), cancel(members[1])])
    await app.settle()
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['changed_meanwhile', 'changed_meanwhile'])
    expect(people(await show(id))).toHaveLength(2)
    expect((await invoicesOf(number)).map(({ kind }) => kind)).toEqual(['invoice', 'credit'])
  })

  it('gives the last seat to one of two who move there, and does not move the other', async () => {
    const [a, b] = [
      await booked(answersFor(await three(), { moment: moments[2] })),
      await booked(answersFor([await person(), await person()])),
    ]
    const last = await app.asSystem(async () => {
      const moment = await db.from('exams_moments').where('id', moments[1]!).firstOrFail()
      const { id: _id, search_text: _text, ...rest } = moment
      const [row] = await db
        .table('exams_moments')
        .insert({ ...rest, seats: 1 })
        .returning('id')
      return Number(row.id)
    })
    const [one, two] = [await show(a), await show(b)]
    const move = (booking: number, shown: Shown & { updated_at: string }) =>
      admin.post(`${base}/${booking}/acts`, { act: 'update_exam', person: people(shown)[0], moment: last, updated_at: shown.updated_at })
    const answers = await Promise.all([move(a, one), move(b, two)])
    await app.settle()
    expect(answers.map(({ status, body }) => [status, body.code ?? null]).sort()).toEqual([
      [200, null],
      [409, 'no_seats_left'],
    ])
    expect(await seatsTaken(last)).toBe(1)
    // The person who was refused is still in the booking: it was not split.
    const [loser, shown] = answers[0]!.status === 409 ? [a, one] : [b, two]
    expect(people(await show(loser))).toEqual(people(shown as Shown))
  })

  it('refuses people of another booking or company, acts that are for everybody, and unpaid bookings', async () => {
    const id = await booked(answersFor(await three()))
    const stranger = await person()
    expect((await act(id, 'cancel_exam', { person: stranger })).status).toBe(404)
    expect((await act(id, 'refuse', { person: stranger, reason: 'x' }, admin)).body.errors).toMatchObject([
      { field: 'person', rule: 'enum' },
    ])
    const shown = await show(id)
    const body = { act: 'cancel_exam', person: people(shown)[0], updated_at: shown.updated_at }
    expect((await other.post(`${base}/${id}/acts`, body)).status).toBe(404)
    expect((await supervisor.post(`${base}/${id}/acts`, { ...body, person: -1 })).status).toBe(422)
    await app.asSystem(() => db.from('booking_bookings').where('id', id).update({ status: 'needs_processing' }))
    expect((await act(id, 'cancel_exam', { person: people(shown)[0] })).body.code).toBe('people_together')
    expect(people(await show(id))).toHaveLength(3)
  })

  it('divides shared amounts to the cent', async () => {
    const { splitLines } = await import('../server/money/split.js')
    const { amountOf } = await import('#core/contract/money')
    const vat = { rate: 2100, reason: 'standard' as const, country: 'NL' }
    const lines = [
      { key: 'release' as const, quantity: 3, unitCents: 4_999, vat },
      { key: 'changed' as const, quantity: 1, unitCents: -1_000, vat },
      { key: 'contract_extra' as const, quantity: 1, unitCents: 2_501, vat },
      { key: 'transaction' as const, quantity: 1, unitCents: 35, vat },
    ]
    const sum = (some: readonly { quantity: number; unitCents: number }[]) => some.reduce((all, line) => all + amountOf(line), 0)
    let left: readonly (typeof lines)[number][] = lines
    const shares: number[] = []
    for (const people of [3, 2]) {
      const { one, others } = splitLines(left, people)
      expect(sum(one) + sum(others)).toBe(sum(left))
      shares.push(sum(one))
      left = others as typeof lines
    }
    expect(Math.max(...shares, sum(left) - 35) - Math.min(...shares, sum(left) - 35)).toBeLessThanOrEqual(2)
  })
})
