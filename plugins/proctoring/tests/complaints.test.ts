import { beforeAll, expect, it } from 'vitest'
import { prepareFor, type RecordedWorld, recordedWorld, startQuiz, takeQuiz } from './recorded.js'

// A participant makes a complaint about a question, and an examiner of the provider answers it.

let world: RecordedWorld
let db: typeof import('@adonisjs/lucid/services/db').default
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

beforeAll(async () => {
  world = await recordedWorld()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

it('accepts one complaint for each question after the exam, and mails one answer', async () => {
  const who = await world.candidate()
  const attempt = await takeQuiz(world, who, 1)
  const complain = (position: number, text = 'Twee antwoorden zijn goed.') =>
    who.client.post(`/api/proctoring/attempts/${attempt}/complaints`, { position, text })
  expect((await complain(2)).status).toBe(200)
  expect(code(await complain(2))).toEqual([409, 'complaint_there'])
  expect((await complain(6)).status).toBe(422)
  expect((await complain(0)).status).toBe(422)
  expect((await complain(3, ' ')).status).toBe(422)

  const [one, other, proctor] = [await world.examiner(), await world.examiner(), await world.examiner(false)]
  const { data } = (await one.get('/api/proctoring/complaints')).body
  const found = data.find(({ text }: { text: string }) => text === 'Twee antwoorden zijn goed.')
  expect(found).toMatchObject({ position: 2, quiz: 'Examen veilig werken' })
  expect([found.question.length > 0, found.given.length, found.right.length]).toEqual([true, 1, 1])
  expect((await one.get('/api/proctoring/reviews')).body.counts.complaints).toBeGreaterThan(0)
  const at = `/api/proctoring/complaints/${found.id}/answer`
  expect((await proctor.post(at, { text: 'Nee.' })).status).toBe(403)
  const stranger = await (await recordedWorld()).examiner()
  expect((await stranger.post(at, { text: 'Nee.' })).status).toBe(404)
  expect((await stranger.get('/api/proctoring/complaints')).body.data).toEqual([])
  // Of two concurrent answers one is stored.
  const both = await Promise.all([one, other].map((client) => client.post(at, { text: 'We passen de vraag aan.' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await world.app.settle()
  const mails = await world.app.asSystem(() =>
    db.from('core_mail_outbox').where({ to_email: who.member.email, trigger: 'proctoring.mail.complaint_answered' }),
  )
  expect(mails).toHaveLength(1)
  expect(mails[0].text).toContain('We passen de vraag aan.')
  const own = (await who.client.get(`/api/proctoring/attempts/${attempt}`)).body.data
  expect(own.complaints).toMatchObject([{ position: 2, answer: 'We passen de vraag aan.' }])
})

it('accepts complaints only about the person’s own exam, handed in at most two weeks ago', async () => {
  const who = await world.candidate()
  await prepareFor(who)
  const attempt: number = (await startQuiz(who)).body.data.id
  const body = { position: 1, text: 'Onduidelijk.' }
  const at = `/api/proctoring/attempts/${attempt}/complaints`
  expect(code(await who.client.post(at, body))).toEqual([409, 'no_complaint'])
  expect((await (await world.candidate()).client.post(at, body)).status).toBe(404)
  await world.app.asSystem(() =>
    db
      .from('proctoring_recordings')
      .where('attempt_id', attempt)
      .update({ submitted_at: db.raw(`now() - interval '15 days'`) }),
  )
  expect(code(await who.client.post(at, body))).toEqual([409, 'no_complaint'])
})
