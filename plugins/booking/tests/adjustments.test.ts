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

// Prices of single exams, and adjustments of an exam for one person.

let examId: number
const exam = (values: object) => app.asSystem(() => db.from('exams_exams').where('id', examId).update(values))
const moment = (id: number, values: object) => app.asSystem(() => db.from('exams_moments').where('id', id).update(values))
const offer = () => exam({ adjustments: ['reading_aloud', 'extra_time'], minutes: 60, adjusted_minutes: 75 })

beforeAll(async () => {
  await begin()
  examId = await app.asSystem(async () => (await db.from('exams_moments').where('id', moments[0]!).firstOrFail()).exam_id)
})

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
})
