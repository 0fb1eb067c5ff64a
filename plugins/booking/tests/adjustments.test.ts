import { beforeAll, describe, expect, it } from 'vitest'
import {
  act,
  admin,
  answersFor,
  app,
  begin,
  booked,
  course,
  db,
  keep,
  finish,
  moments,
  person,
  price,
  show,
  supervisor,
} from './bookings.js'
import { signInAs } from '#core/testing/app'

// Prices of single exams, and adjustments of an exam for one person.

let examId: number
const exam = (values: object) => app.asSystem(() => db.from('exams_exams').where('id', examId).update(values))
const moment = (id: number, values: object) => app.asSystem(() => db.from('exams_moments').where('id', id).update(values))
const offer = () => exam({ adjustments: ['reading_aloud', 'extra_time'], minutes: 60, adjusted_minutes: 75 })

beforeAll(async () => {
  await begin()
  examId = await app.asSystem(async () => (await db.from('exams_moments').where('id', moments[0]!).firstOrFail()).exam_id)
})

const houseId = () => app.asSystem(async () => Number((await db.from('core_companies').where('login_id', 'examenhuis').firstOrFail()).id))

const entriesOf = async (booking: number) => {
  const { people } = await show(booking)
  return people.map(({ adjustments }: { adjustments: string[] }) => adjustments)
}

describe('the price of an exam', () => {
  const unit = async (more: object = {}) =>
    (await price(answersFor([await person()], { type: 'exam', ...more }))).costs.lines.find(({ key }: { key: string }) => key === 'exam')
      .unit_cents

  it('is the company’s, until the exam has one of its own', async () => {
    expect(await unit()).toBe(195_00)
    await exam({ price_cents: 215_50 })
    expect(await unit()).toBe(215_50)
    const [first] = (await supervisor.get(`/api/booking/moments?course=${course}`)).body.data.filter(({ id }: { id: number }) =>
      moments.includes(id),
    )
    expect(first.price_cents).toBe(215_50)
  })

  it('is charged when the exam is added later', async () => {
    const id = await booked(answersFor([await person()], { type: 'elearning', moment: null }))
    expect((await act(id, 'add_exam', { moment: moments[0] })).status).toBe(200)
    const line = (await show(id)).costs.lines.find(({ key }: { key: string }) => key === 'exam')
    expect(line.unit_cents).toBe(215_50)
    await exam({ price_cents: null })
  })
})

describe('an adjustment', () => {
  it('is chosen per person, and appears on the entry, the sheet of the day and the list of entries', async () => {
    await offer()
    const [one, two] = [await person(), await person()]
    const people = [{ membership: one, adjustments: ['reading_aloud'] }, { membership: two }]
    const id = await booked(answersFor([], { type: 'exam', people }))
    expect(await entriesOf(id)).toEqual([['reading_aloud'], []])
    const day = (await admin.get(`/api/exams/moments/${moments[0]}/day`)).body.data.people
    const on = (who: number) => day.find(({ membership_id: of }: { membership_id: number }) => of === who)
    expect([on(one), on(two)]).toMatchObject([
      { adjustments: ['reading_aloud'], minutes: 75 },
      { adjustments: [], minutes: 60 },
    ])
    const file = await supervisor.post('/api/exams/entries/export', { format: 'csv', filter: `moment=${moments[0]}` })
    expect(String(file.body)).toContain('voorlezen')
  })

  it('is refused where the exam or its moment does not offer it', async () => {
    const people = [{ membership: await person(), adjustments: ['extra_time'] }]
    await moment(moments[1]!, { adjustments: ['reading_aloud'] })
    const { problems } = await price(answersFor([], { type: 'exam', people, moment: moments[1] }))
    expect(problems).toContainEqual({ field: 'people.0.adjustments', rule: 'adjustment_not_offered' })
    const refused = await finish(await keep(answersFor([], { type: 'exam', people, moment: moments[1] })), 0)
    expect(refused.status).toBe(422)
    const forged = await supervisor.post('/api/booking/price', { answers: { people: [{ adjustments: ['louder'] }] } })
    expect(forged.body.errors[0].field).toBe('answers.people.0.adjustments.0')
  })

  it('goes along to another moment that offers it, and to no other', async () => {
    const people = [{ membership: await person(), adjustments: ['extra_time'] }]
    const id = await booked(answersFor([], { type: 'exam', people }))
    const refused = await act(id, 'update_exam', { moment: moments[1] }, admin)
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'adjustment_not_offered' }])
    await moment(moments[1]!, { adjustments: null })
    expect((await act(id, 'update_exam', { moment: moments[1] }, admin)).status).toBe(200)
    expect(await entriesOf(id)).toEqual([['extra_time']])
  })

  it('makes the appointment in the person’s calendar as long as the exam takes', async () => {
    const member = await person()
    await booked(answersFor([], { type: 'exam', people: [{ membership: member, adjustments: ['reading_aloud'] }] }))
    const { examCalendar } = await import('../server/services/mail_values.js')
    const [file] = await app.inCompany('noordwind', async () => {
      const { key, moment_id: momentId } = await db.from('exams_entries').where('membership_id', member).firstOrFail()
      return examCalendar({ key, membershipId: member, momentId }, false)
    })
    expect(new TextDecoder().decode((file as unknown as { content: Uint8Array }).content)).toMatch(
      /DTSTART:\d{8}T090000Z[\s\S]*DTEND:\d{8}T101500Z/,
    )
  })

  const mailsSince = async (since: number) => {
    await app.settle()
    const rows = await app.asSystem(() =>
      db.from('core_mail_outbox').where('id', '>', since).orderBy('id').select('trigger', 'to_email', 'text'),
    )
    return rows as { trigger: string; to_email: string; text: string }[]
  }
  const lastMail = async () => Number((await app.asSystem(() => db.from('core_mail_outbox').max('id as id').first())).id ?? 0)

  it('is changed on the entry after booking, without a price or a booking of one’s own, and everybody concerned is told', async () => {
    await moment(moments[0]!, { seats: 20 })
    const [one, two] = [await person(), await person()]
    const id = await booked(answersFor([one, two], { type: 'exam' }))
    const before = await show(id)
    expect(before.person_acts).toContain('adjust_exam')
    expect(before.acts).not.toContain('adjust_exam')
    await moment(moments[0]!, { provider_company_id: await houseId() })
    const since = await lastMail()
    const { status, body } = await act(id, 'adjust_exam', { person: one, adjustments: ['extra_time'] }, admin)
    expect([status, body.data.id]).toEqual([200, id])
    expect(await entriesOf(id)).toEqual([['extra_time'], []])
    expect(body.data.costs).toEqual(before.costs)
    expect(body.data.history[0]).toMatchObject({
      ...{ action: 'adjust_exam', actor: 'admin', person: before.people[0].name },
      ...{ before: { adjustments: [] }, after: { adjustments: ['extra_time'] } },
    })
    const address = (
      await app.asSystem(() =>
        db.from('core_users as u').join('core_memberships as m', 'm.user_id', 'u.id').where('m.id', one).select('u.email').firstOrFail(),
      )
    ).email
    const mails = await mailsSince(since)
    expect(mails.map(({ trigger, to_email: to }) => `${trigger} ${to}`).sort()).toEqual(
      [`booking.mail.adjusted beheerder@noordwind.example`, `booking.mail.exam_adjusted ${address}`].sort(),
    )
    expect(mails[0]!.text).toContain('75')
    const news = await app.asSystem(() => db.from('exams_news').where('moment_id', moments[0]!).where('what', 'adjusted'))
    expect(news).toHaveLength(1)
    // The person who makes the change sees it on screen, so only the participant gets a mail.
    const later = await lastMail()
    expect((await act(id, 'adjust_exam', { person: one, adjustments: [] })).status).toBe(200)
    expect((await mailsSince(later)).map(({ trigger }) => trigger)).toEqual(['booking.mail.exam_adjusted'])
    await moment(moments[0]!, { provider_company_id: null })
    // The history is theirs: exported for them, and erased with them.
    const { erasePersonalData, exportPersonalData } = await import('../server/services/personal_data.js')
    await app.inCompany('noordwind', async () => {
      expect((await exportPersonalData(one)).adjustments).toMatchObject([
        { before: [], after: ['extra_time'] },
        { before: ['extra_time'], after: [] },
      ])
      expect((await exportPersonalData(two)).adjustments).toEqual([])
      await erasePersonalData(one)
    })
    const erased = (await show(id)).history.filter(({ action }: { action: string }) => action === 'adjust_exam')
    expect(erased).toMatchObject([
      { person: null, after: {} },
      { person: null, after: {} },
    ])
  })

  it('cannot be changed after the moment closed, to one that is not offered, or for another person', async () => {
    await moment(moments[0]!, { adjustments: ['extra_time'], seats: 20 })
    const [one, stranger] = [await person(), await person()]
    const id = await booked(answersFor([one], { type: 'exam' }))
    expect((await show(id)).acts).toContain('adjust_exam')
    const answer = async (more: object) => {
      const { status, body } = await act(id, 'adjust_exam', more)
      return [status, body.code ?? body.errors?.[0]?.field]
    }
    expect(await answer({ adjustments: ['reading_aloud'] })).toEqual([409, 'adjustment_not_offered'])
    expect((await answer({ adjustments: [], person: stranger }))[0]).toBe(404)
    expect((await answer({}))[0]).toBe(422)
    await moment(moments[0]!, { closes_at: new Date(Date.now() - 60_000) })
    expect(await answer({ adjustments: ['extra_time'] })).toEqual([409, 'moment_closed'])
    expect((await show(id)).acts).not.toContain('adjust_exam')
    expect(await entriesOf(id)).toEqual([[]])
    await moment(moments[0]!, { closes_at: null, adjustments: null })
  })

  it('is changed by a participant on a booking they made themselves, and on no other', async () => {
    const participant = await signInAs('leerling@noordwind.example')
    const { self } = (await participant.get('/api/booking/offers')).body
    const answers = answersFor([self], { type: 'exam', moment: moments[1] })
    await app.asSystem(() => db.from('learning_courses').where('id', course).update({ is_consumer_course: true }))
    const total = (await price(answers, participant)).costs.total_cents
    const made = await finish(await keep(answers, participant), total, participant)
    expect([made.status, made.body.errors]).toEqual([201, undefined])
    await app.settle()
    const mine = (await participant.get(`/api/booking/own/${made.body.data.id}`)).body.data
    expect([mine.acts, mine.adjusting.adjustments]).toEqual([['adjust_exam'], ['reading_aloud', 'extra_time']])
    const change = (id: number, version: string) =>
      participant.post(`/api/booking/own/${id}/adjustments`, { adjustments: ['extra_time'], updated_at: version })
    const done = await change(mine.id, mine.updated_at)
    expect([done.status, done.body.data.people[0].adjustments]).toEqual([200, ['extra_time']])
    expect((await change(mine.id, mine.updated_at)).body.code).toBe('changed_meanwhile')
    const others = await booked(answersFor([await person()], { type: 'exam', moment: moments[1] }))
    expect((await change(others, (await show(others)).updated_at)).status).toBe(404)
  })
})
