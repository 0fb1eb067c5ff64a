import { beforeAll, expect, it } from 'vitest'
import { signInAs } from '#core/testing/app'
import { createSupervisor } from '#core/testing/factories'
import { answersFor, app, begin, booked, course, db, moments, show, supervisor } from './bookings.js'

// An exam of a worker without an e-mail address, from the booking to the result, by HTTP.

beforeAll(begin)

it('is booked, confirmed by the worker, announced to the supervisor, and held', async () => {
  const examiner = await signInAs('examinator@examenhuis.example')
  const house = await app.asSystem(async () => Number((await db.from('core_companies').where('login_id', 'examenhuis').firstOrFail()).id))
  const [moment] = moments as [number]
  await app.asSystem(() =>
    db
      .from('exams_exams')
      .where('course_id', course)
      .update({ adjustments: ['reading_aloud'] }),
  )

  const added = await supervisor.post('/api/people/participants', {
    ...{ firstname: 'Piotr', lastname: 'Zonderpost', email: null, birthdate: '1990-01-01', language: 'nl', role: 'leerling', invite: true },
    ...{ company: null, personnel_number: '70077' },
  })
  expect([added.status, added.body.errors]).toEqual([201, undefined])
  const worker = added.body.data.id as number
  const cards = await supervisor.post('/api/people/cards', { ids: [worker], again: true })
  const { code } = cards.body.data.cards[0]

  const people = [{ membership: worker, adjustments: ['reading_aloud'] }]
  const id = await booked(answersFor([], { type: 'exam', people }))
  expect((await show(id)).people).toMatchObject([{ name: 'Piotr Zonderpost', email: '', exam_status: 'waiting' }])
  await app.asSystem(() => db.from('exams_moments').where('id', moment).update({ provider_company_id: house }))
  await app.asSystem(() => db.from('exams_entries').where('membership_id', worker).update({ provider_company_id: house }))

  const colleague = await createSupervisor('noordwind', { membership: { status: 'active' } })
  const { booked_by: booker } = await app.asSystem(() => db.from('booking_bookings').where('id', id).firstOrFail())
  expect(colleague.id).not.toBe(booker)

  const visitor = app.visitor()
  const signedIn = await visitor.post('/api/people/sign_in', { company: 'noordwind', number: '70077', code })
  expect(signedIn.status).toBe(200)
  const [own] = (await visitor.get('/api/booking/own')).body.data
  expect(own).toMatchObject({ exam_status: 'waiting', to_confirm: expect.any(Number) })
  const confirmed = await visitor.put(`/api/exams/own/${own.to_confirm}/candidate`, {
    ...{ initials: 'P.', infix: null, lastname: 'Zonderpost', birthdate: '1990-01-01', birthplace: 'Gdańsk' },
    accepted: true,
  })
  expect([confirmed.status, confirmed.body.errors]).toEqual([200, undefined])

  const [entry] = (await examiner.get(`/api/exams/entries?moment=${moment}`)).body.data
  expect(entry).toMatchObject({ person: 'Piotr Zonderpost', is_candidate: true, adjustments: ['reading_aloud'] })
  expect((await examiner.post(`/api/exams/entries/${entry.id}/status`, { status: 'confirmed' })).status).toBe(200)

  // Two days before: the worker reads it on screen, the supervisor gets the invitation to print.
  const startsIn = (hours: number) =>
    app.asSystem(() =>
      db
        .from('exams_moments')
        .where('id', moment)
        .update({ starts_at: new Date(Date.now() + hours * 3_600_000) }),
    )
  await startsIn(40)
  const { runJobNow } = await import('#core/jobs/run_now')
  for (const _again of [1, 2]) await runJobNow('exams.remind', { company: 'noordwind', payload: {} })
  await app.settle()
  const mails = await app.asSystem(() =>
    db.from('core_mail_outbox').whereLike('trigger', 'exams.mail.reminder%').whereLike('text', '%Testplaats%').orderBy('trigger'),
  )
  expect(mails.filter(({ trigger }) => trigger === 'exams.mail.reminder')).toMatchObject([
    { membership_id: worker, by_mail: false, in_app: true },
  ])
  const toSupervisors = mails.filter(({ trigger }) => trigger === 'exams.mail.reminder_of_others')
  // Only the supervisor who booked it is told, not everybody who could have.
  expect(toSupervisors.map(({ membership_id: member }) => Number(member))).toEqual([booker])
  expect(toSupervisors[0].text).toMatch(/Piotr Zonderpost: .*voorlezen/i)

  // The day: the sheet, presence and the result.
  await startsIn(1)
  const day = (await examiner.get(`/api/exams/moments/${moment}/day`)).body.data.people
  expect(day).toMatchObject([{ person: 'Piotr Zonderpost', adjustments: ['reading_aloud'] }])
  const seen = await examiner.put(`/api/exams/entries/${entry.id}/presence`, { arrived: true, identity_seen: true, seat: 1 })
  expect([seen.status, seen.body.errors]).toEqual([200, undefined])
  await startsIn(-2)
  expect((await examiner.post(`/api/exams/entries/${entry.id}/status`, { status: 'passed' })).status).toBe(200)
  await app.settle()
  const [done] = (await visitor.get('/api/booking/own')).body.data
  expect(done.exam_status).toBe('passed')
})
