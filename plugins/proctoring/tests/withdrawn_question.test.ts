import { beforeAll, expect, it } from 'vitest'
import { type RecordedWorld, recordedWorld, takeQuiz } from './recorded.js'

// A question of a recorded exam is withdrawn by the supervisor whose company owns the course (decision 0380).

let world: RecordedWorld
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  world = await recordedWorld()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

const at = (question: number) => `/api/learning/questions/${question}/withdrawal`
const order = { reason: 'Het antwoord hangt van het werk af.', also_fails: false }
async function mark(in_ = world) {
  const { runJobNow } = await import('#core/jobs/run_now')
  await runJobNow('learning.mark_again', { company: in_.own.loginId, payload: {} })
  await in_.app.settle()
}
const stateOf = (attempt: number) =>
  world.app.asSystem(async () => ({
    attempt: await db.from('learning_attempts').where('id', attempt).select('status', 'grade').first(),
    recording: (await db.from('proctoring_recordings').where('attempt_id', attempt).select('state').first()).state,
  }))

it('sends an attempt that now has enough points to its examiner, and leaves a rejected one rejected', async () => {
  const who = await world.candidate()
  // Two of five right: not enough, so nobody reviewed it.
  const attempt = await takeQuiz(world, who, 2)
  expect(await stateOf(attempt)).toEqual({ attempt: { status: 'failed', grade: 40 }, recording: 'not_reviewed' })
  const shown = (await world.supervisor.get(`/api/learning/insights/attempts/${attempt}`)).body.data
  const wrong: number[] = shown.questions.filter(({ correct }: { correct: boolean }) => !correct).map(({ id }: { id: number }) => id)
  expect(shown.may_withdraw).toBe(true)

  const rejected = await world.candidate()
  const other = await takeQuiz(world, rejected)
  for (const examiner of [await world.examiner(), await world.examiner()]) {
    await examiner.post(`/api/proctoring/reviews/${other}/claim`)
    await examiner.post(`/api/proctoring/reviews/${other}/decision`, { verdict: 'reject', explanation: 'Iemand hielp mee.' })
  }
  expect(await stateOf(other)).toMatchObject({ attempt: { status: 'failed', grade: 100 }, recording: 'rejected' })

  expect((await world.supervisor.post(at(wrong[0]!), order)).status).toBe(202)
  await mark()
  expect(await stateOf(attempt)).toEqual({ attempt: { status: 'failed', grade: 50 }, recording: 'not_reviewed' })
  expect((await world.supervisor.get(at(wrong[1]!))).body.data.preview).toMatchObject({ reviews: 1, passes: [], fails: [] })
  expect((await world.supervisor.post(at(wrong[1]!), order)).status).toBe(202)
  await mark()
  expect(await stateOf(attempt)).toEqual({ attempt: { status: 'in_review', grade: 67 }, recording: 'todo' })
  expect(await stateOf(other)).toMatchObject({ attempt: { status: 'failed' }, recording: 'rejected' })

  const examiner = await world.examiner()
  await examiner.post(`/api/proctoring/reviews/${attempt}/claim`)
  expect((await examiner.post(`/api/proctoring/reviews/${attempt}/decision`, { verdict: 'approve', explanation: '' })).status).toBe(200)
  await world.app.settle()
  expect(await stateOf(attempt)).toEqual({ attempt: { status: 'passed', grade: 67 }, recording: 'approved' })
  const course = (await who.client.get(`/api/learning/participations/${who.participation}`)).body.data
  expect(course).toMatchObject({ status: 'passed', grade: 67 })
})

it('leaves an attempt failed that has too few points left when its recording is approved after an appeal', async () => {
  const own = await recordedWorld()
  const who = await own.candidate()
  // Three of five right: just enough.
  const attempt = await takeQuiz(own, who, 3)
  const decide = async (verdict: string) => {
    const examiner = await own.examiner()
    await examiner.post(`/api/proctoring/reviews/${attempt}/claim`)
    const explanation = verdict === 'reject' ? 'Iemand hielp mee.' : ''
    expect((await examiner.post(`/api/proctoring/reviews/${attempt}/decision`, { verdict, explanation })).status).toBe(200)
    await own.app.settle()
  }
  await decide('reject')
  await decide('reject')
  const shown = (await own.supervisor.get(`/api/learning/insights/attempts/${attempt}`)).body.data
  const right = shown.questions.find(({ correct }: { correct: boolean }) => correct)
  expect((await own.supervisor.post(at(right.id), { ...order, also_fails: true })).status).toBe(202)
  await mark(own)
  expect(await stateOf(attempt)).toEqual({ attempt: { status: 'failed', grade: 50 }, recording: 'rejected' })
  expect((await who.client.post(`/api/proctoring/attempts/${attempt}/appeal`, { text: 'Dat was de radio.' })).status).toBe(200)
  await decide('approve')

  // The attempt, the result page, the course, the certificate and the mail say the same.
  expect(await stateOf(attempt)).toEqual({ attempt: { status: 'failed', grade: 50 }, recording: 'approved' })
  expect((await who.client.get(`/api/learning/attempts/${attempt}/result`)).body.data).toMatchObject({ status: 'failed', grade: 50 })
  expect((await who.client.get(`/api/learning/participations/${who.participation}`)).body.data.status).not.toBe('passed')
  const [certificates, mail] = await own.app.asSystem(() =>
    Promise.all([
      db.from('certificates_certificates').where('membership_id', who.member.id),
      db.from('core_mail_outbox').where({ to_email: who.member.email, trigger: 'proctoring.mail.approved' }).firstOrFail(),
    ]),
  )
  expect(certificates).toEqual([])
  expect(mail.subject).toBe('Opname van Examen veilig werken goedgekeurd, punten te laag: 50%')
  expect(mail.text).toContain('De opname is in orde, maar je bent niet geslaagd: je cijfer is 50%')
  expect(mail.text).not.toContain('Je bent geslaagd')
})

it('can be withdrawn by nobody else: not the provider, not another company, not an admin who chose no company', async () => {
  const who = await world.candidate()
  const attempt = await takeQuiz(world, who, 5)
  const shown = (await world.supervisor.get(`/api/learning/insights/attempts/${attempt}`)).body.data
  const { id } = shown.questions.find(({ withdrawn }: { withdrawn: boolean }) => !withdrawn)
  const { signInAs } = await import('#core/testing/app')
  const stranger = await recordedWorld()
  const admin = await signInAs('admin@platform.example')
  for (const client of [stranger.supervisor, admin]) {
    expect((await client.get(at(id))).status).toBe(404)
    expect((await client.post(at(id), order)).status).toBe(404)
  }
  for (const client of [await world.examiner(), who.client]) expect((await client.post(at(id), order)).status).toBe(403)
  // Other companies than the course's, chosen or named by a supervisor, lead nowhere.
  for (const company of [stranger.own.id, 99_999_999]) {
    expect((await admin.get(`${at(id)}?company=${company}`)).status).toBe(404)
    expect((await admin.post(`${at(id)}?company=${company}`, order)).status).toBe(404)
  }
  expect((await stranger.supervisor.get(`${at(id)}?company=${world.own.id}`)).status).toBe(404)
  expect((await admin.get(`${at(id)}?company=x`)).status).toBe(422)
})

it('is withdrawn by an admin of the platform in the company that they chose', async () => {
  const who = await world.candidate()
  const attempt = await takeQuiz(world, who, 5)
  const { signInAs } = await import('#core/testing/app')
  const admin = await signInAs('admin@platform.example')
  const shown = (await admin.get(`/api/learning/insights/attempts/${attempt}`)).body.data
  expect(shown).toMatchObject({ may_withdraw: true, withdraws_in: world.own.id })
  const { id } = shown.questions.find(({ withdrawn }: { withdrawn: boolean }) => !withdrawn)
  const path = `${at(id)}?company=${world.own.id}`
  expect((await admin.get(path)).body.data.preview.attempts).toBeGreaterThan(0)
  expect((await admin.post(path, order)).status).toBe(202)
  expect((await admin.post(path, order)).body.code).toBe('already_withdrawn')
  expect((await world.supervisor.get(at(id))).body.data.withdrawal).toMatchObject({ reason: order.reason })
  const stored = await world.app.asSystem(() => db.from('learning_withdrawals').where('question_id', id).firstOrFail())
  expect(Number(stored.company_id)).toBe(world.own.id)
})
