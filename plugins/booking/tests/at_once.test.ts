import { beforeAll, expect, it } from 'vitest'
import type { Session } from '#core/kit/scope'
import { app, begin, BUYER, db, person, supervisor } from './bookings.js'
import { untilBlocked } from '#core/testing/locks'

// Many concurrent bookings that write the same new search words and take the next invoice number: all take the locks in the same order.

const AT_ONCE = 16
const people: number[] = []
let sessions: Session[]
let manager: Session

beforeAll(async () => {
  await begin()
  for (let n = 0; n < AT_ONCE; n += 1) people.push(await person())
  const { sessionOfMember } = await import('#core/kit/scope')
  await app.inCompany('noordwind', async () => {
    sessions = await Promise.all(people.map(async (id) => (await sessionOfMember(id))!))
    const row = await db.from('kit_members').where({ role: 'beheerder', status: 'active' }).orderBy('id').firstOrFail()
    manager = (await sessionOfMember(row.id))!
  })
})

/** Creates a course whose words no booking has yet, with a price of its own. */
async function newCourse(round: number): Promise<number> {
  const words = ['zwaaien', 'hijskranen', 'ladders', 'asbest', 'kabels', 'putten'].map((word) => `${word}${'abcdefghij'[round]}`)
  return app.asSystem(async () => {
    const [course] = await db
      .table('learning_courses')
      .insert({ shortname: `at-once-${round}`, sector: 'industry', type: 'e-learning', status: 'available', is_consumer_course: true })
      .returning('id')
    await db.table('learning_course_versions').insert({
      ...{ course_id: course.id, number: 1, content_hash: 'x', duration_minutes: 30, passed_grade: 70, access_days: 30 },
      ...{ published_at: new Date(), name: { nl: words.join(' ') }, description: { nl: '<p>x</p>' }, languages: ['nl'] },
      price: 50 + round * 10,
    })
    return course.id as number
  })
}

async function book(session: Session, course: number): Promise<number> {
  const { book: make } = await import('../server/services/book.js')
  const { saveDraft } = await import('../server/services/draft.js')
  const { planOf } = await import('../server/services/plan.js')
  const own = [{ membership: session.membershipId! }]
  const answers = { course, type: 'elearning' as const, people: own, method: 'invoice' as const, buyer: { ...BUYER, company: 'Samenloop' } }
  const { totals } = await planOf(session, answers)
  const { id: draft, version } = await saveDraft(session, { answers, step: 'billing' })
  return (await make(session, { draft, version, total_cents: totals.totalCents })).id
}
async function otherCourse(id: number, course: number): Promise<void> {
  const { act } = await import('../server/services/act.js')
  const { findBooking } = await import('../server/services/store.js')
  const { version } = await findBooking(id)
  await act(manager, String(id), { act: 'update_course', course, updated_at: version })
}
const numbers = () => app.asSystem(() => db.from('invoices_invoices').where('kind', 'invoice').orderBy('sequence').select('sequence'))

it('changes the course of 32 bookings concurrently, each with new words, without a failure', async () => {
  let before: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const course = await newCourse(round)
    const done = await app.inCompany('noordwind', () =>
      Promise.allSettled([
        ...sessions.map((session) => book(session, course)),
        ...before.map(async (id) => {
          await otherCourse(id, course)
          return id
        }),
      ]),
    )
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
    before = done.slice(0, AT_ONCE).map((one) => (one as PromiseFulfilledResult<number>).value)
    // A job releases their courses.
    await app.settle()
  }
  const seen = (await numbers()).map(({ sequence }) => Number(sequence))
  expect(seen).toEqual(seen.map((_one, index) => index + 1))
})

it('locks the words before the number, as booking does, so that there is no deadlock', async () => {
  const first = await newCourse(7)
  const id = await app.inCompany('noordwind', () => book(sessions[0]!, first))
  await app.settle()
  const next = await newCourse(8)
  const { serviceOf } = await import('#core/kit/services')
  const { invoicesService } = await import('#plugins/invoices/contract/index')
  let changing: Promise<PromiseSettledResult<void>[]> | undefined
  await app.inCompany('noordwind', () =>
    db.transaction(async (trx) => {
      // A second booking of the new course, halfway through its creation: its words are written, its number is not yet taken.
      const row = await trx.from('booking_bookings').where('id', id).firstOrFail()
      const { name } = await trx.from('learning_offers').where('course_id', next).firstOrFail()
      for (const generated of ['id', 'search_text', 'created_at', 'updated_at']) delete row[generated]
      for (const column of ['lines', 'policy', 'buyer', 'exam'] as const) row[column] = row[column] && JSON.stringify(row[column])
      await trx
        .table('booking_bookings')
        .insert({ ...row, draft_id: -1, number: 'B-midden', course_id: next, course_name: JSON.stringify(name) })
      changing = Promise.allSettled([otherCourse(id, next)])
      await untilBlocked(app, { orOver: changing })
      const lines = [{ quantity: 1, unitCents: 100, vat: { rate: 21, reason: 'standard' as const, country: 'NL' }, text: 'Midden' }]
      const buyer = {
        company: 'Samenloop',
        contact: '',
        email: 'a@b.example',
        street: '',
        postalCode: '',
        city: '',
        country: 'NL',
        vatNumber: null,
      }
      const order = { subject: 'test:midden', lines, buyer, orderNumber: null, language: 'nl' }
      await (await serviceOf(invoicesService, trx))!.issue(trx, order)
    }),
  )
  expect(await changing).toEqual([{ status: 'fulfilled', value: undefined }])
  expect((await supervisor.get(`/api/booking/bookings/${id}`)).body.data.course).toContain('zwaaieni')
})
