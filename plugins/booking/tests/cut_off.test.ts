import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CutOff, cutOff } from '#core/testing/cut_off'
import {
  act,
  answersFor,
  app,
  begin,
  booked,
  course,
  db,
  finish,
  keep,
  moments,
  person,
  price,
  second,
  show,
  supervisor,
} from './bookings.js'

// A booking, and an act on one of several people in it, consists of many writes in the tables of many plugins. After each write in turn it
// fails, or its connection dies as it does when the server is killed with -9: then nothing may be left of it. Undisturbed, all of it is
// there.

const TABLES = [
  ...['booking_bookings', 'booking_people', 'booking_history', 'exams_entries', 'exams_entry_history', 'contracts_uses', 'core_outbox'],
  ...['core_users', 'core_memberships', 'booking_drafts'],
  ...['invoices_invoices', 'invoices_list', 'invoices_counters', 'learning_participations', 'learning_participation_history'],
]
let cut: CutOff

beforeAll(async () => {
  await begin()
  await app.asSystem(() => db.from('exams_moments').whereIn('id', moments).update({ seats: 99 }))
  cut = await cutOff(TABLES)
})
afterAll(() => cut.stop())

/** Every row of every table that an act may write to. */
const everything = async (): Promise<Record<string, string>> => {
  const seen: Record<string, string> = {}
  for (const table of TABLES) {
    const { rows } = await cut.superuser.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t.id)), '') as sum from ${table} t`,
    )
    seen[table] = rows[0].sum
  }
  return seen
}

/** Cuts the act off after one more write each time, until it succeeds. @returns the number of writes when it succeeded, and the response */
async function untilWhole(id: number, name: string, order: object) {
  const before = await everything()
  for (let writes = 1; ; writes++) {
    await cut.after(writes, writes % 2 === 0)
    const { status, body } = await act(id, name, order)
    if (status === 200) {
      await cut.never()
      return { writes: writes - 1, data: body.data }
    }
    expect(status, `after write ${writes}`).toBeGreaterThanOrEqual(500)
    expect(await everything(), `after write ${writes}`).toEqual(before)
  }
}

describe('an act for one of several people, cut off after each of its writes', () => {
  it.each([
    ['cancel_exam', {}, { type: 'elearning' }],
    ['update_exam', () => ({ moment: moments[1] }), { type: 'elearning_exam' }],
    ['cancel_course', {}, { type: 'exam' }],
  ])('%s: all or nothing', async (name, more, part) => {
    const members = [await person(), await person(), await person()]
    const id = await booked(answersFor(members))
    const { number } = await show(id)
    const { writes, data } = await untilWhole(id, name, { person: members[1], ...(typeof more === 'function' ? more() : more) })
    // Each of these was the last write before a cut: the split-off booking, its row, seat and share, and its history.
    expect(writes).toBeGreaterThan(6)
    expect(data).toMatchObject({ number: `${number}-2`, people: [{ membership_id: members[1] }], ...part })
    expect((await show(id)).people.map(({ membership_id: one }: { membership_id: number }) => one)).toEqual([members[0], members[2]])
  })

  it('another course: all or nothing', async () => {
    const members = [await person(), await person()]
    const id = await booked(answersFor(members, { type: 'elearning', moment: null, course }))
    const { writes, data } = await untilWhole(id, 'update_course', { person: members[0], course: second })
    expect(writes).toBeGreaterThan(6)
    expect(data).toMatchObject({ course_id: second, people: [{ membership_id: members[0] }] })
    expect((await show(id)).course_id).toBe(course)
  })
})

describe('a booking, cut off after each of its writes', () => {
  it('books and invites new people, or does neither', async () => {
    const fresh = ['ada', 'bo'].map((name) => ({ firstname: name, lastname: 'Nieuw', email: `${name}.cut@file.example`, birthdate: null }))
    const answers = answersFor([await person()], {})
    const people = [...(answers.people as object[]), ...fresh]
    const draft = await keep({ ...answers, people })
    const { total_cents: total } = (await price({ ...answers, people })).costs
    await app.settle()
    const before = await everything()
    for (let writes = 1; ; writes++) {
      await cut.after(writes, writes % 2 === 0)
      const { status, body } = await finish(draft, total)
      if (status === 201) {
        await cut.never()
        expect(writes).toBeGreaterThan(12)
        break
      }
      // The database failed, not the e-mail address.
      expect([status, body.errors], `after write ${writes}`).toEqual([expect.toSatisfy((code: number) => code >= 500), undefined])
      expect(await everything(), `after write ${writes}`).toEqual(before)
    }
    await app.settle()
    const mails = await app.asSystem(() =>
      db.from('core_mail_outbox').where('trigger', 'core.mail.invitation').whereLike('to_email', '%.cut@file.example'),
    )
    expect(mails).toHaveLength(2)
    const [booking] = await app.asSystem(() => db.from('booking_bookings').orderBy('id', 'desc').limit(1))
    for (const { text } of mails) expect(text).toContain(`– ${booking.course_name.nl}`)
  })

  it('invites nobody when the booking is refused', async () => {
    const people = [{ firstname: 'Cas', lastname: 'Nieuw', email: 'cas.cut@file.example', birthdate: null }]
    const answers = answersFor([], { people })
    const draft = await keep(answers)
    const { total_cents: total } = (await price(answers)).costs
    await keep({ ...answers, wishes: 'Anders' })
    await app.settle()
    const before = await everything()
    expect((await finish(draft, total)).body.code).toBe('draft_changed')
    expect(await everything()).toEqual(before)
    expect((await supervisor.get('/api/people/participants?search=cas.cut')).body.data).toEqual([])
  })
})
