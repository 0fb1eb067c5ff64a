import { beforeAll, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { createSupervisor } from '#core/testing/factories'
import { untilBlocked } from '#core/testing/locks'
import { act, admin, answersFor, app, begin, booked, BUYER, course, db, invoicesOf, moments, person, show } from './bookings.js'

// Exams at a company's own location, where a least number of people is billed.

const MIN_BILLED = 8

beforeAll(begin)

/** A moment of Noordwind only, for which at least eight people are billed. */
const ownMoment = () =>
  app.asSystem(async () => {
    const { exam_id: exam } = await db.from('exams_moments').where('id', moments[0]!).firstOrFail()
    const { id: company } = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
    const place = { exam_id: exam, city: 'IJmuiden', location: 'Loods 4', address: '', language: 'nl', seats: 10 }
    const times = { starts_at: `${addDays(today(), 80)}T09:00:00Z`, closes_at: `${addDays(today(), 70)}T09:00:00Z` }
    const [row] = await db
      .table('exams_moments')
      .insert({ ...place, ...times, for_company_id: company, billed_least: MIN_BILLED })
      .returning('id')
    return Number(row.id)
  })

it('charges two people who book at the same time once for those who are missing', async () => {
  const moment = await ownMoment()
  const { sessionOfMember } = await import('#core/kit/scope')
  const { book } = await import('../server/services/book.js')
  const { saveDraft } = await import('../server/services/draft.js')
  const { planOf } = await import('../server/services/plan.js')
  const active = { status: 'active', conditions_accepted_at: new Date() }
  const managers = [
    await createSupervisor('noordwind', { membership: active }),
    await createSupervisor('noordwind', { membership: active }),
  ]
  const order = async (id: number) => {
    const session = (await sessionOfMember(id))!
    const people = [{ membership: await person() }, { membership: await person() }]
    const answers = { course, type: 'exam' as const, moment, people, method: 'invoice' as const, buyer: BUYER }
    const { totals } = await planOf(session, answers)
    const { id: draft, version } = await saveDraft(session, { answers, step: 'billing' })
    return () => book(session, { draft, version, total_cents: totals.totalCents })
  }
  const done = await app.inCompany('noordwind', async () => {
    const orders = [await order(managers[0]!.id), await order(managers[1]!.id)]
    let both: Promise<PromiseSettledResult<{ id: number }>[]> | undefined
    await db.transaction(async (trx) => {
      await trx.rawQuery('select * from exams_lock_moment(?)', [moment])
      both = Promise.allSettled(orders.map((make) => make()))
      await untilBlocked(app, { many: 2, orOver: both })
    })
    return both!
  })
  const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refused).toEqual(['price_changed'])
  const [made] = done.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  const { lines } = await app.asSystem(() => db.from('booking_bookings').where('id', made!).firstOrFail())
  const least = (lines as { key: string; quantity: number }[]).find(({ key }) => key === 'exam_least')
  expect(least?.quantity).toBe(MIN_BILLED - 2)
})

it('charges for missing people when an exam is added to a booking, and credits them as others fill the seats', async () => {
  const moment = await ownMoment()
  const linesWith = async (people: number) => {
    const members = await Promise.all(Array.from({ length: people }, () => person()))
    const id = await booked(answersFor(members, { type: 'elearning', moment: null }))
    const { status, body } = await act(id, 'add_exam', { moment })
    expect(status).toBe(200)
    const { lines } = body.data.costs as { lines: { key: string; quantity: number; cents: number }[] }
    return lines.filter(({ key }) => key.startsWith('exam')).map(({ key, quantity, cents }) => [key, quantity, Math.sign(cents)])
  }
  expect(await linesWith(2)).toEqual([
    ['exam', 2, 1],
    ['exam_least', MIN_BILLED - 2, 1],
  ])
  expect(await linesWith(3)).toEqual([
    ['exam', 3, 1],
    ['exam_least', 3, -1],
  ])
})

it('charges for missing people when an exam is moved there, and gives them back when it leaves', async () => {
  const moment = await ownMoment()
  const members = [await person(), await person()]
  const id = await booked(answersFor(members, { type: 'exam' }))
  const { number, moving } = await show(id)
  const leastOf = ({ costs }: { costs: { lines: { key: string; quantity: number; unit_cents: number }[] } }) =>
    costs.lines.filter(({ key }) => key === 'exam_least').map((line) => line.quantity * line.unit_cents)
  const each = moving.exam_price_cents
  expect(moving.leaving_cents).toEqual({ all: 0, one: 0 })
  const moved = await act(id, 'update_exam', { moment }, admin)
  expect([moved.status, leastOf(moved.body.data)]).toEqual([200, [(MIN_BILLED - 2) * each]])
  // If one of the two leaves, one more person is missing; if both leave, the minimum is given back.
  expect(moved.body.data.moving.leaving_cents).toEqual({ all: -(MIN_BILLED - 2) * each, one: each })
  const kinds = async () =>
    (await invoicesOf(number)).map(({ kind, net_cents: cents }: { kind: string; net_cents: number }) => [kind, cents])
  expect((await kinds())[1]).toEqual(['invoice', (MIN_BILLED - 2) * each])
  const other = await booked(answersFor([await person(), await person(), await person()], { type: 'exam', moment }))
  expect(leastOf(await show(other))).toEqual([-3 * each])
  // Three people remain, so the company owes the minimum of eight for them alone: five are missing.
  const left = await act(id, 'update_exam', { moment: moments[1] }, admin)
  expect(leastOf(left.body.data)).toEqual([(MIN_BILLED - 2) * each, 2 * each])
  const { one, others } = { one: (await show(id)).costs.lines, others: (await show(other)).costs.lines }
  const least = [...one, ...others].filter(({ key }: { key: string }) => key === 'exam_least')
  expect(least.reduce((sum: number, line: { cents: number }) => sum + line.cents, 0)).toBe((MIN_BILLED - 3) * each)
  const last = await act(other, 'update_exam', { moment: moments[0] }, admin)
  expect(leastOf(last.body.data).reduce((sum, cents) => sum + cents, 0)).toBe(-3 * each - (MIN_BILLED - 3) * each)
})

it('keeps the minimum billed while others stay, says so before, and gives the rest back with the last people', async () => {
  const moment = await ownMoment()
  const [stays, goes] = [
    [await person(), await person()],
    [await person(), await person(), await person()],
  ]
  const first = await booked(answersFor(stays, { type: 'exam', moment }))
  const second = await booked(answersFor(goes, { type: 'exam', moment }))
  const totalOf = async (id: number) => {
    const { costs } = (await show(id)) as { costs: { lines: { key: string; cents: number }[] } }
    return costs.lines.reduce((sum, { cents }) => sum + cents, 0)
  }
  const due = await totalOf(first)
  const each = due / MIN_BILLED
  expect(await totalOf(second)).toBe(0)
  // One of the three leaves, then the other two: each time the company owes the minimum of eight.
  const before = await show(second)
  expect([before.cancelling, before.people[0].cancelling]).toEqual([
    { course: 0, exam: 3 * each, least: MIN_BILLED },
    { course: 0, exam: each, least: MIN_BILLED },
  ])
  const one = await act(second, 'cancel_exam', { person: goes[0] })
  expect([one.status, await totalOf(one.body.data.id)]).toEqual([200, 0])
  expect((await act(second, 'cancel_exam')).status).toBe(200)
  expect([await totalOf(first), await totalOf(second)]).toEqual([due, 0])
  // The exam itself is cancelled with its last people: in time that is free.
  expect((await show(first)).cancelling).toEqual({ course: 0, exam: 0, least: null })
  await act(first, 'cancel_exam')
  expect(await totalOf(first)).toBe(0)
})

it('charges no more than the full price for a late cancellation below the minimum', async () => {
  const moment = await ownMoment()
  const [stays, goes] = [await person(), await person()]
  await booked(answersFor([stays], { type: 'exam', moment }))
  const id = await booked(answersFor([goes], { type: 'exam', moment }))
  // Ten days before the exam half of its price is due.
  await app.asSystem(() =>
    db
      .from('booking_bookings')
      .where('id', id)
      .update({ exam_at: `${addDays(today(), 10)}T09:00:00Z` }),
  )
  const { moving, cancelling } = await show(id)
  expect(cancelling.exam).toBe(moving.exam_price_cents)
  const { body } = await act(id, 'cancel_exam')
  const kept = body.data.costs.lines
    .filter(({ key }: { key: string }) => key !== 'exam')
    .map(({ key, cents }: { key: string; cents: number }) => [key, cents])
  const half = moving.exam_price_cents / 2
  expect(kept.slice(-2)).toEqual([
    ['cancellation', half],
    ['exam_least', half],
  ])
})

const dueOf = async (...ids: number[]) => {
  const sums = await Promise.all(
    ids.map(async (id) => {
      const { lines } = await app.asSystem(() => db.from('booking_bookings').where('id', id).firstOrFail())
      return (lines as { quantity: number; unitCents: number }[]).reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
    }),
  )
  return sums.reduce((sum, cents) => sum + cents, 0)
}
const invoicedOf = async (number: string) =>
  (await invoicesOf(number)).reduce((sum: number, { net_cents: cents }: { net_cents: number }) => sum + cents, 0)

it('gives the share of a person who left earlier back when the rest cancels', async () => {
  const moment = await ownMoment()
  const members = await Promise.all(Array.from({ length: MIN_BILLED }, () => person()))
  const rest = await booked(answersFor(members, { type: 'exam', moment }))
  const due = await dueOf(rest)
  const { body } = await act(rest, 'cancel_exam', { person: members[0] })
  const early: number = body.data.id
  // Seven stay: the company owes the minimum of eight, the eighth on the booking of who left.
  expect([await dueOf(early), await dueOf(rest)]).toEqual([due / MIN_BILLED, (due / MIN_BILLED) * 7])
  expect((await act(rest, 'cancel_exam')).status).toBe(200)
  expect([await dueOf(early), await dueOf(rest)]).toEqual([0, 0])
  const { number, history } = await show(early)
  expect(history.map(({ action }: { action: string }) => action)).toContain('least_returned')
  expect(await invoicedOf(number.replace(/-\d+$/, ''))).toBe(0)
  // Once: the job may run again.
  const { giveLeastBack } = await import('../server/services/least_returned.js')
  await app.inCompany('noordwind', () => giveLeastBack({ moment }))
  expect(await dueOf(early, rest)).toBe(0)
})

it('gives a booking that paid for missing people its minimum back when the others cancel after it', async () => {
  const moment = await ownMoment()
  const first = await booked(answersFor([await person(), await person()], { type: 'exam', moment }))
  const due = await dueOf(first)
  const second = await booked(answersFor(await Promise.all([1, 2, 3].map(() => person())), { type: 'exam', moment }))
  await act(first, 'cancel_exam')
  expect([await dueOf(first), await dueOf(second)]).toEqual([due, 0])
  await act(second, 'cancel_exam')
  expect([await dueOf(first), await dueOf(second)]).toEqual([0, 0])
  expect(await invoicedOf((await show(first)).number)).toBe(0)
})

it('keeps the minimum of a moment that a booking left, also when the booking cancels elsewhere', async () => {
  const moment = await ownMoment()
  const first = await booked(answersFor([await person(), await person()], { type: 'exam', moment }))
  const due = await dueOf(first)
  const second = await booked(answersFor(await Promise.all([1, 2, 3].map(() => person())), { type: 'exam', moment }))
  // The two leave for another moment; three stay, and the minimum of eight stays billed.
  await act(first, 'update_exam', { moment: moments[1] }, admin)
  expect(await dueOf(first, second)).toBe(due + (due / MIN_BILLED) * 2)
  await act(first, 'cancel_exam')
  expect(await dueOf(first, second)).toBe(due)
  await act(second, 'cancel_exam')
  expect(await dueOf(first, second)).toBe(0)
})
