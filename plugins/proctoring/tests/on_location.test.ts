import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { answerAll, type Candidate, prepareFor, type RecordedWorld, recordedWorld, sendPiece, startQuiz } from './recorded.js'

// An exam in a room: its examiner starts it, it resumes after a computer failure, and its reviewer reads who helped.

let world: RecordedWorld
let db: typeof import('@adonisjs/lucid/services/db').default
let examiner: TestClient
let moment: number

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const day = (path = '') => `/api/exams/moments/${moment}${path}`
const entry = (id: number, path: string) => `/api/exams/entries/${id}/${path}`

/** Gives a person a confirmed seat. @returns their entry */
async function seat(who: Candidate): Promise<number> {
  const key = `room:${who.member.id}`
  await world.app.inCompany(world.own.loginId, async () => {
    const { serviceOf } = await import('#core/kit/services')
    const { examsService } = await import('#plugins/exams/contract/index')
    const exams = (await serviceOf(examsService))!
    await exams.hold(key, moment, [who.member.id], new Date(Date.now() + 600_000))
    await exams.confirm(key)
  })
  const { id } = await world.app.asSystem(() => db.from('exams_entries').where({ key, moment_id: moment }).firstOrFail())
  await examiner.post(entry(id, 'status'), { status: 'confirmed' })
  return id
}
const arrive = (id: number, more: object = {}) => examiner.put(entry(id, 'presence'), { arrived: true, ...more })

beforeAll(async () => {
  world = await recordedWorld({ ofPlatform: true, rules: ['on_location: true'] })
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  examiner = await world.examiner()
  const admin = await signInAs('admin@platform.example')
  const exam = await admin.post('/api/exams/exams', {
    ...{ course_id: world.course, languages: ['nl'], provider: world.provider.id, adults_only: false, certificate: {} },
    ...{ valid_months: 12, active: true },
  })
  const made = await admin.post('/api/exams/moments', {
    ...{ exam_id: exam.body.data.id, language: 'nl', day: addDays(today(), 2), time: '09:00', seats: 20, provider: world.provider.id },
    ...{ adults_only: false, weeks: 1, places: [{ city: 'Delft', location: 'Zaal 1', address: 'Plein 2' }] },
  })
  moment = made.body.data.ids[0]
  await world.app.asSystem(() =>
    db
      .from('exams_moments')
      .where('id', moment)
      .update({ starts_at: new Date(Date.now() + 600_000), closes_at: new Date(Date.now() + 600_000) }),
  )
})

describe('an exam on location', () => {
  it('starts for everybody present when the examiner starts it, and for late arrivals after a second press', async () => {
    const [early, late, stranger] = [await world.candidate(), await world.candidate(), await world.candidate()]
    for (const who of [early, late, stranger]) await prepareFor(who)
    expect(code(await startQuiz(stranger))).toEqual([409, 'no_exam_seat'])
    const [first, second] = [await seat(early), await seat(late)]
    expect(code(await startQuiz(early))).toEqual([409, 'exam_not_started'])
    expect(code(await examiner.post(day('/start')))).toEqual([409, 'nobody_present'])
    await arrive(first)
    // Two examiners press start concurrently: each person is started once.
    const both = await Promise.all([1, 2].map(() => examiner.post(day('/start'))))
    expect(both.map(({ body }) => body.data.count).sort()).toEqual([0, 1])
    expect((await startQuiz(early)).status).toBe(200)
    expect(code(await startQuiz(late))).toEqual([409, 'exam_not_started'])
    await arrive(second)
    expect((await examiner.post(day('/start'))).body.data).toEqual({ count: 1 })
    expect((await startQuiz(late)).status).toBe(200)
    expect((await examiner.post(day('/start'))).body.data).toEqual({ count: 0 })
    const { people } = (await examiner.get(day('/day'))).body.data
    expect(people.every(({ started_at: at }: { started_at: string | null }) => at !== null)).toBe(true)
  })

  it('takes longer with an adjustment of the exam, or with the extra time of a supervisor if that is more', async () => {
    await world.app.asSystem(() =>
      db
        .from('exams_exams')
        .whereIn('id', (exam) => exam.from('exams_moments').where('id', moment).select('exam_id'))
        .update({ adjustments: ['reading_aloud', 'extra_time'], minutes: 60, adjusted_minutes: 75 }),
    )
    const minutesOf = async (adjustments: string[], percent: number) => {
      const who = await world.candidate()
      const id = await seat(who)
      await world.app.asSystem(() => db.from('exams_entries').where('id', id).update({ adjustments }))
      await world.supervisor.post('/api/people/participants/act', {
        ...{ action: 'proctoring.extra_time', ids: [who.member.id], input: { percent } },
      })
      await world.app.settle()
      await prepareFor(who)
      const shown = (await who.client.get(`/api/proctoring/quizzes/${who.participation}/${who.activity}`)).body.data
      await arrive(id)
      await examiner.post(day('/start'))
      const attempt: number = (await startQuiz(who)).body.data.id
      const { started_at: from, ends_at: to } = await world.app.asSystem(() =>
        db.from('learning_attempts').where('id', attempt).firstOrFail(),
      )
      expect(shown.extra_time).toBe(shown.minutes - 30)
      expect(Math.round((to - from) / 60_000)).toBe(shown.minutes)
      return shown.minutes
    }
    expect([await minutesOf([], 0), await minutesOf(['reading_aloud'], 0)]).toEqual([30, 45])
    expect([await minutesOf(['extra_time', 'reading_aloud'], 25), await minutesOf(['extra_time'], 100)]).toEqual([45, 60])
  })

  it('can only be started and reopened by the company that gives it', async () => {
    const who = await world.candidate()
    const id = await seat(who)
    await arrive(id)
    const foreign = await (await recordedWorld()).examiner()
    expect((await foreign.post(day('/start'))).status).toBe(403)
    expect((await world.supervisor.post(day('/start'))).status).toBe(403)
    expect((await foreign.post(entry(id, 'reopen'))).status).toBe(404)
    expect((await world.supervisor.post(entry(id, 'reopen'))).status).toBe(403)
    expect(code(await examiner.post(entry(id, 'reopen')))).toEqual([409, 'exam_not_started'])
    await examiner.post(day('/start'))
    expect(code(await examiner.post(entry(id, 'reopen')))).toEqual([409, 'nothing_to_reopen'])
  })

  it('resumes with the remaining time and the answers after a computer failure', async () => {
    const who = await world.candidate()
    const id = await seat(who)
    await prepareFor(who)
    await arrive(id)
    await examiner.post(day('/start'))
    const attempt: number = (await startQuiz(who)).body.data.id
    await answerAll(world, who, attempt, 0)
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await world.app.asSystem(async () => {
      await db
        .from('learning_attempts')
        .where('id', attempt)
        .update({ started_at: ago(31), ends_at: ago(1) })
      await db
        .from('learning_attempt_questions')
        .where('attempt_id', attempt)
        .update({ saved_at: ago(10) })
    })
    const at = `/api/learning/attempts/${attempt}`
    expect(code(await who.client.get(at))).toEqual([409, 'attempt_already_submitted'])
    const before = (await who.client.get(`${at}/result`)).body.data
    expect(before).toMatchObject({ status: 'failed' })
    expect((await examiner.post(entry(id, 'reopen'))).body.data).toEqual({ minutes: 9 })
    const again = (await who.client.get(at)).body.data
    expect(again.questions.every(({ given }: { given: string[] }) => given.length === 1)).toBe(true)
    expect(again.seconds_left).toBeGreaterThan(500)
    expect(again.seconds_left).toBeLessThanOrEqual(540)
    expect((await sendPiece(who.client, attempt, 7)).body).toMatchObject({ outcome: 'kept' })
    const history = await world.app.asSystem(() =>
      db.from('learning_participation_history').where({ participation_id: who.participation, action: 'reopen' }),
    )
    expect(history).toHaveLength(1)
    // A passed attempt is in review: it cannot be reopened to read the questions a second time.
    await answerAll(world, who, attempt)
    expect((await who.client.post(`${at}/submit`)).body.data).toMatchObject({ status: 'in_review' })
    expect(code(await examiner.post(entry(id, 'reopen')))).toEqual([409, 'attempt_counts'])
  })

  it('shows the reviewer where it was taken and who helped', async () => {
    const who = await world.candidate()
    const id = await seat(who)
    await prepareFor(who)
    expect((await arrive(id, { helper: 'x'.repeat(201) })).status).toBe(422)
    expect((await arrive(id, { helper: 'Voorlezer', seat: 3 })).body.data).toMatchObject({ helper: 'Voorlezer' })
    await examiner.post(day('/start'))
    const attempt: number = (await startQuiz(who)).body.data.id
    await sendPiece(who.client, attempt, 0)
    await answerAll(world, who, attempt)
    await who.client.post(`/api/learning/attempts/${attempt}/submit`)
    const { data } = (await (await world.examiner()).get(`/api/proctoring/reviews/${attempt}`)).body
    expect(data.room).toEqual({ place: 'Zaal 1, Delft', seat: 3, helper: 'Voorlezer' })
  })

  it('is reviewed by nobody who ran it or helped in the room: not first, not second, not after an appeal', async () => {
    const who = await world.candidate()
    const id = await seat(who)
    await prepareFor(who)
    const [starter, helper, late] = [await world.examiner(), await world.examiner(), await world.examiner()]
    const nameOf = async (client: TestClient) => {
      const { firstname, infix, lastname } = (await client.get('/user/show/0')).body.user
      return [firstname, infix, lastname].filter(Boolean).join(' ')
    }
    await arrive(id, { helper: `Voorlezer: ${(await nameOf(helper)).toUpperCase()}` })
    await starter.post(day('/start'))
    const attempt: number = (await startQuiz(who)).body.data.id
    await sendPiece(who.client, attempt, 0)
    await answerAll(world, who, attempt)
    // Undoing it does not undo that they were there.
    await arrive(id, { helper: '' })
    await arrive(id, { arrived: false })
    await who.client.post(`/api/learning/attempts/${attempt}/submit`)
    const at = (what = '') => `/api/proctoring/reviews/${attempt}${what}`
    const { pieces } = (await (await world.examiner()).get(at())).body.data
    const refused = async (client: TestClient) => {
      for (const path of ['', `/pieces/${pieces[0].id}`, '/photos/id']) expect((await client.get(at(path))).status, path).toBe(404)
      for (const path of ['/claim', '/release']) expect((await client.post(at(path))).status, path).toBe(404)
      expect((await client.post(at('/notes'), { at: new Date().toISOString(), text: 'x' })).status).toBe(404)
      expect((await client.post(at('/decision'), { verdict: 'approve', explanation: '' })).status).toBe(404)
      for (const tab of ['todo', 'doing', 'done']) {
        const { data, counts } = (await client.get(`/api/proctoring/reviews?tab=${tab}`)).body
        expect(data.map((line: { attempt: number }) => line.attempt)).not.toContain(attempt)
        expect(counts[tab]).toBe(data.length)
      }
    }
    const ran = [examiner, starter, helper]
    for (const client of ran) await refused(client)
    await who.client.post(`/api/proctoring/attempts/${attempt}/complaints`, { position: 1, text: 'Twee antwoorden zijn goed.' })
    const complaint = await world.app.asSystem(() => db.from('proctoring_complaints').orderBy('id', 'desc').firstOrFail())
    for (const client of ran) {
      expect((await client.get('/api/proctoring/complaints')).body.data).toEqual([])
      expect((await client.get('/api/proctoring/reviews')).body.counts.complaints).toBe(0)
      expect((await client.post(`/api/proctoring/complaints/${complaint.id}/answer`, { text: 'Nee.' })).status).toBe(404)
    }

    // Somebody who notes something about the room after the exam took part in it, too.
    expect((await late.get(at())).status).toBe(200)
    await late.put(entry(id, 'presence'), { note: 'Was te laat.' })
    await world.app.settle()
    await refused(late)
    for (const round of [1, 2]) {
      const other = await world.examiner()
      await other.post(at('/claim'))
      expect((await other.post(at('/decision'), { verdict: 'reject', explanation: 'Iemand hielp.' })).status).toBe(200)
      for (const client of ran) await refused(client)
      if (round === 2) await who.client.post(`/api/proctoring/attempts/${attempt}/appeal`, { text: 'Dat was de voorlezer.' })
    }
    for (const client of ran) await refused(client)
    const third = await world.examiner()
    await third.post(at('/claim'))
    expect((await third.post(at('/decision'), { verdict: 'approve', explanation: '' })).status).toBe(200)
  })
})

it('works the same for a company’s own course, which its examiner cannot read', async () => {
  const theirs = await recordedWorld({ rules: ['on_location: true'] })
  const [gives, admin] = [await theirs.examiner(), await signInAs('admin@platform.example')]
  const exam = await admin.post('/api/exams/exams', {
    ...{ course_id: theirs.course, languages: ['nl'], provider: theirs.provider.id, adults_only: false, certificate: {} },
    ...{ valid_months: 12, active: true },
  })
  expect(exam.status).toBe(201)
  const made = await admin.post('/api/exams/moments', {
    ...{ exam_id: exam.body.data.id, language: 'nl', day: addDays(today(), 2), time: '09:00', seats: 20, provider: theirs.provider.id },
    ...{ adults_only: false, weeks: 1, places: [{ city: 'Delft', location: 'Zaal 2', address: '' }] },
  })
  const id: number = made.body.data.ids[0]
  const page = `/api/exams/moments/${id}/day`
  await theirs.app.asSystem(() =>
    db
      .from('exams_moments')
      .where('id', id)
      .update({ starts_at: new Date(Date.now() + 600_000), closes_at: new Date(Date.now() + 600_000) }),
  )
  // Nobody has entered yet, so the examiner does not know the course's name.
  expect((await gives.get(page)).body.data).toMatchObject({ moment: { course: 'Eigen training van een bedrijf' }, people: [] })
  const who = await theirs.candidate()
  await prepareFor(who)
  const key = `own:${who.member.id}`
  await theirs.app.inCompany(theirs.own.loginId, async () => {
    const { serviceOf } = await import('#core/kit/services')
    const { examsService } = await import('#plugins/exams/contract/index')
    const exams = (await serviceOf(examsService))!
    await exams.hold(key, id, [who.member.id], new Date(Date.now() + 600_000))
    await exams.confirm(key)
  })
  const { id: entryId } = await theirs.app.asSystem(() => db.from('exams_entries').where('key', key).firstOrFail())
  expect((await gives.post(entry(entryId, 'status'), { status: 'confirmed' })).status).toBe(200)
  expect((await gives.get(page)).body.data).toMatchObject({ moment: { course: 'Veilig werken, examen op afstand' } })
  const listed = (await gives.get('/api/exams/moments')).body.data
  expect(listed.map((one: { id: number }) => one.id)).toContain(id)
  expect(code(await startQuiz(who))).toEqual([409, 'exam_not_started'])
  await gives.put(entry(entryId, 'presence'), { arrived: true })
  expect((await gives.post(`/api/exams/moments/${id}/start`)).body.data).toEqual({ count: 1 })
  expect((await startQuiz(who)).status).toBe(200)

  // Other companies and providers see neither the moment nor the course's name.
  for (const stranger of [world.supervisor, examiner]) {
    expect((await stranger.get(`/api/exams/moments/${id}`)).status).toBe(404)
    expect((await stranger.get(page)).status).toBe(404)
  }
})
