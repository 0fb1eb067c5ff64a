import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import {
  type AskedQuestion as Asked,
  PHONE,
  answerAll,
  authoredAnswers as authored,
  changeQuiz,
  nextStep,
  ofStep,
  participationIn,
  participations,
  readUntil,
  rightAnswers,
  startQuiz,
  steps,
  wrongAnswers,
} from './journey.js'

let app: TestApp
let client: TestClient
let ownAttempt: number
beforeAll(async () => {
  app = await testApp()
  client = await signInAs('leerling@noordwind.example')
})

/** The grades that the grade of a course is computed from. */
const gradesOf = (sum: { parts: { grade: number | null }[] }) => sum.parts.map(({ grade }) => grade)

describe('a course from the first page to the certificate', () => {
  it('starts counting days when the language is chosen, and not before', async () => {
    const id = await participationIn(client, 'Werken op hoogte')
    const step = await nextStep(client, id)
    expect((await client.post(`${ofStep(id, step)}/complete`)).body.code).toBe('language_not_chosen')
    expect((await client.post(`${participations}/${id}/language`, { language: 'fr' })).status).toBe(422)
    const { body } = await client.post(`${participations}/${id}/language`, { language: 'nl' })
    const days = (new Date(body.data.expires_at).getTime() - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(90, 1)
    await client.post(`${participations}/${id}/language`, { language: 'en' })
    const course = (await client.get(`${participations}/${id}`)).body.data
    expect(course).toMatchObject({ status: 'busy', language: 'en', expires_in_days: 90 })
  })

  it('locks later steps and names the step that locks them', async () => {
    const id = await participationIn(client, 'Working at height')
    const all = await steps(client, id)
    const quiz = all.find(({ type }) => type === 'quiz')!
    expect(quiz.status).toBe('locked')
    const { status, body } = await client.get(ofStep(id, quiz))
    expect(status).toBe(409)
    expect(body.code).toBe('activity_locked')
    expect(body.required_activity).toBe(all[all.indexOf(quiz) - 1]!.id)
    // It also says where to begin: the steps in between lock each other.
    expect(body.first_activity).toEqual({ id: all[0]!.id, type: all[0]!.type, title: all[0]!.title, condition: 'completed' })
    expect((await client.post(`${ofStep(id, quiz)}/attempts`)).body.code).toBe('activity_locked')
  })

  it('is failed, explained, retried, passed, evaluated and certified', async () => {
    const id = await participationIn(client, 'Working at height')
    const quiz = await readUntil(client, id, 'quiz')

    const onPhone = await client.post(`${ofStep(id, quiz)}/attempts`, {}, { 'user-agent': PHONE })
    expect(onPhone).toMatchObject({ status: 409, body: { code: 'quiz_not_on_phone' } })

    const first = await startQuiz(client, id, quiz)
    expect(await startQuiz(client, id, quiz), 'a running attempt goes on').toBe(first)
    const running = (await client.get(`/api/learning/attempts/${first}`)).body.data
    expect(JSON.stringify(running), 'no right answer leaves the server').not.toMatch(/correct|feedback/)
    expect((await client.get(`/api/learning/attempts/${first}/result`)).body.code).toBe('attempt_not_submitted')

    // The attempt stays in the language it began in; the course continues in the other one.
    const textsOf = async () =>
      (await client.get(`/api/learning/attempts/${first}`)).body.data.questions.map(({ text }: { text: string }) => text) as string[]
    const texts = await textsOf()
    expect((await client.post(`${participations}/${id}/language`, { language: 'nl' })).status).toBe(200)
    expect(await textsOf()).toEqual(texts)
    expect((await client.get(`${participations}/${id}`)).body.data.language).toBe('nl')
    await client.post(`${participations}/${id}/language`, { language: 'en' })

    const unanswered = await client.post(`/api/learning/attempts/${first}/submit`)
    expect(unanswered.status).toBe(422)
    expect(unanswered.body.errors).toHaveLength(running.questions.length)

    await answerAll(client, first, wrongAnswers)
    // The answers are there on another computer.
    const elsewhere = await signInAs('leerling@noordwind.example')
    const resumed = (await elsewhere.get(`/api/learning/attempts/${first}`)).body.data
    expect(resumed.questions.every(({ given }: { given: string[] }) => given.length === 1)).toBe(true)

    const submits = await Promise.all([1, 2, 3].map(() => client.post(`/api/learning/attempts/${first}/submit`)))
    expect(submits.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const question = running.questions[0]
    const late = await client.put(`/api/learning/attempts/${first}/answers/${question.id}`, { answers: [question.answers[0].key] })
    expect(late.body.code).toBe('attempt_already_submitted')

    const result = (await client.get(`/api/learning/attempts/${first}/result`)).body.data
    expect(result).toMatchObject({ status: 'failed', grade: 0, correct_count: 0, attempts_left: 2 })
    expect(result.questions.every(({ feedback }: { feedback: string }) => feedback.length > 10)).toBe(true)
    expect(result.counts).toBe(true)
    expect(gradesOf(result.course_grade), 'how the grade of the course came about so far').toEqual([0, null, null])

    for (;;) {
      const step = await nextStep(client, id)
      if (step.type === 'evaluation') break
      if (step.type === 'richtext') await client.post(`${ofStep(id, step)}/complete`)
      else {
        const attempt = await startQuiz(client, id, step)
        await answerAll(client, attempt, rightAnswers)
        expect((await client.post(`/api/learning/attempts/${attempt}/submit`)).body.data).toMatchObject({ status: 'passed', grade: 100 })
        expect((await client.post(`${ofStep(id, step)}/attempts`)).body.code).toBe('quiz_already_passed')
      }
    }

    const evaluation = await nextStep(client, id)
    const { questions } = (await client.get(ofStep(id, evaluation))).body.data.evaluation
    const missing = await client.post(`${ofStep(id, evaluation)}/evaluation`, { answers: {} })
    expect(missing.body.errors.map(({ field }: { field: string }) => field)).toEqual(
      questions.filter(({ mandatory }: { mandatory: boolean }) => mandatory).map(({ key }: { key: string }) => `answers.${key}`),
    )
    const value = { scale: 4, choice: '', open: 'Duidelijk uitgelegd.' }
    const answers = Object.fromEntries(
      questions.map(({ key, type, answers: options }: { key: string; type: keyof typeof value; answers: { key: string }[] }) => [
        key,
        type === 'choice' ? options[0]!.key : value[type],
      ]),
    )
    expect((await client.post(`${ofStep(id, evaluation)}/evaluation`, { answers })).status).toBe(200)

    const course = (await client.get(`${participations}/${id}`)).body.data
    expect(course).toMatchObject({ status: 'passed', progress: 100, grade: 100, next_activity: null })
    expect(gradesOf(course.grade_sum)).toEqual([100, 100, 100])
    expect((await client.post(`${ofStep(id, evaluation)}/evaluation`, { answers })).body.code).toBe('participation_finished')
  })
})

describe('a quiz that does not count', () => {
  it('neither fails nor locks the course, and keeps the best of several grades', async () => {
    const other = await signInAs('leerling@bouwmeester.example')
    const id = await participationIn(other, 'Toolbox tillen en dragen')
    await other.post(`${participations}/${id}/language`, { language: 'nl' })
    const quiz = (await steps(other, id)).find(({ type }) => type === 'quiz')!
    const max = 3
    await changeQuiz(quiz.id, { counts_for_progress: false, days_until_new_attempts: 0, max_attempts: max, practice: false })
    await readUntil(other, id, 'quiz')
    for (let number = 1; number <= max; number++) {
      const attempt = await startQuiz(other, id, quiz)
      // Half of the answers right in the first attempt, all wrong later.
      let index = 0
      await answerAll(other, attempt, (question) => (number === 1 && index++ % 2 ? rightAnswers(question) : wrongAnswers(question)))
      await other.post(`/api/learning/attempts/${attempt}/submit`)
    }
    const course = (await other.get(`${participations}/${id}`)).body.data
    expect(course).toMatchObject({ status: 'busy', grade: null })
    const after = (await steps(other, id)).find((step) => step.id === quiz.id) as unknown as { status: string; grade: number }
    expect(after.status).toBe('failed')
    expect(after.grade).toBeGreaterThan(20)
    expect((await nextStep(other, id)).status).toBe('not_started')
  })
})

describe('the keys of answers', () => {
  it('reveal nothing, differ between attempts, and are only valid in their own attempt', async () => {
    const one = await signInAs('leerling@noordwind.example')
    const id = await participationIn(one, 'Introductie offshore wind')
    await one.post(`${participations}/${id}/language`, { language: 'nl' })
    const quiz = await readUntil(one, id, 'quiz')
    const first = await startQuiz(one, id, quiz)
    const show = async (attempt: number): Promise<Asked[]> => (await one.get(`/api/learning/attempts/${attempt}`)).body.data.questions
    const questions = await show(first)
    expect(await show(first), 'a running attempt keeps its keys').toEqual(questions)

    const keys = questions.flatMap(({ answers }) => answers.map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
    for (const question of questions) {
      const own = (await authored(question)).map(({ key }) => key)
      expect(question.answers.filter(({ key }) => own.includes(key))).toEqual([])
      const asAuthor = await one.put(`/api/learning/attempts/${first}/answers/${question.id}`, { answers: [own[0]] })
      expect([asAuthor.status, asAuthor.body.errors[0].rule]).toEqual([422, 'unknown_answer'])
    }

    await answerAll(one, first, wrongAnswers)
    expect((await show(first)).map((question) => (question as unknown as { given: string[] }).given)).toEqual(
      await Promise.all(questions.map(wrongAnswers)),
    )
    // The author's keys are stored, so earlier answers can still be read.
    const stored = await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      return db.from('learning_attempt_questions').where('attempt_id', first)
    })
    expect(stored.every(({ given, answer_order: order }) => order.includes(given[0]))).toBe(true)
    expect((await one.post(`/api/learning/attempts/${first}/submit`)).status).toBe(200)
    const result = (await one.get(`/api/learning/attempts/${first}/result`)).body.data
    const shown = result.questions.flatMap(({ answers }: Asked) => answers.map(({ key }) => key))
    expect(new Set(shown)).toEqual(new Set(keys))
    expect(
      result.questions.every(({ answers }: { answers: { given: boolean }[] }) => answers.filter(({ given }) => given).length === 1),
    ).toBe(true)

    const second = await startQuiz(one, id, quiz)
    for (const question of await show(second)) {
      expect(question.answers.filter(({ key }) => keys.includes(key))).toEqual([])
      const before = questions.find((asked) => asked.id === question.id)
      if (!before) continue
      const foreign = await one.put(`/api/learning/attempts/${second}/answers/${question.id}`, { answers: [before.answers[0]!.key] })
      expect([foreign.status, foreign.body.errors[0].rule]).toEqual([422, 'unknown_answer'])
    }
    await answerAll(one, second, rightAnswers)
    expect((await one.post(`/api/learning/attempts/${second}/submit`)).body.data).toMatchObject({ status: 'passed', grade: 100 })
  })
})

describe('requests that do not match', () => {
  it('refuses an answer to a question of another attempt, and an answer of another question', async () => {
    const id = await participationIn(client, 'Introductie offshore wind')
    await client.post(`${participations}/${id}/language`, { language: 'nl' })
    const attempt = await startQuiz(client, id, await readUntil(client, id, 'quiz'))
    ownAttempt = attempt
    const { questions } = (await client.get(`/api/learning/attempts/${attempt}`)).body.data
    const save = (question: unknown, answers: unknown) => client.put(`/api/learning/attempts/${attempt}/answers/${question}`, { answers })
    const foreign = await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      return db
        .from('learning_questions')
        .whereNotIn(
          'id',
          questions.map((question: { id: number }) => question.id),
        )
        .firstOrFail()
    })
    expect((await save(foreign.id, [foreign.answers[0].key])).status).toBe(404)
    expect((await save(questions[0].id, ['no such answer'])).body.errors[0].rule).toBe('unknown_answer')
    expect((await save(questions[0].id, [])).body.errors[0].rule).toBe('required')
    expect((await save(questions[0].id, 'text')).status).toBe(422)
    const single = questions.find(({ type }: { type: string }) => type !== 'multiple')
    const both = single.answers.slice(0, 2).map(({ key }: { key: string }) => key)
    expect((await save(single.id, both)).body.errors[0].rule).toBe('one_answer')
    const after = (await client.get(`/api/learning/attempts/${attempt}`)).body.data
    expect(after.questions.every(({ given }: { given: string[] }) => given.length === 0)).toBe(true)
  })

  it('hides attempts and participations from everybody else, including people in the same company', async () => {
    const own = await participationIn(client, 'Introductie offshore wind')
    for (const email of ['lars.jorgensen@noordwind.example', 'daan.bakker@noordwind.example', 'leerling@bouwmeester.example']) {
      const other = await signInAs(email)
      expect((await other.get(`${participations}/${own}`)).status).toBe(404)
      expect((await other.get(`/api/learning/attempts/${ownAttempt}`)).status).toBe(404)
      expect((await other.post(`/api/learning/attempts/${ownAttempt}/submit`)).status).toBe(404)
    }
  })

  it('refuses a start beyond the allowed attempts and fails the course', async () => {
    const other = await signInAs('leerling@bouwmeester.example')
    const id = await participationIn(other, 'Introductie offshore wind')
    await other.post(`${participations}/${id}/language`, { language: 'nl', birthdate: '1998-05-14' })
    const quiz = await readUntil(other, id, 'quiz')
    const page = (await other.get(ofStep(id, quiz))).body.data.quiz
    for (let i = 0; i < page.max_attempts; i++) {
      const attempt = await startQuiz(other, id, quiz)
      await answerAll(other, attempt, wrongAnswers)
      await other.post(`/api/learning/attempts/${attempt}/submit`)
    }
    const { status, body } = await other.post(`${ofStep(id, quiz)}/attempts`)
    expect(status).toBe(409)
    expect(['no_attempts_left', 'participation_finished']).toContain(body.code)
  })

  it('refuses everything once access has ended', async () => {
    const id = await participationIn(client, 'Toolbox tillen en dragen')
    await client.post(`${participations}/${id}/language`, { language: 'nl' })
    const step = await nextStep(client, id)
    await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      await db
        .from('learning_participations')
        .where('id', id)
        .update({ expires_at: new Date(Date.now() - 1000) })
    })
    expect((await client.post(`${ofStep(id, step)}/complete`)).body.code).toBe('participation_expired')
    expect((await client.post(`${participations}/${id}/language`, { language: 'en' })).body.code).toBe('participation_expired')
    const { body } = await client.get(participations)
    expect(body.data.find((training: { id: number }) => training.id === id).status).toBe('expired')
    expect(await dueIn('learning.expire')).toEqual(['noordwind'])
    await app.inCompany('noordwind', async () => (await import('../server/services/expiry.js')).expireParticipations())
    expect(await dueIn('learning.expire')).toEqual([])
    await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      expect((await db.from('learning_participations').where('id', id).firstOrFail()).status).toBe('expired')
      const told = await db.from('core_outbox').where('name', 'learning.participation.expired')
      expect(told.map(({ payload }) => payload.participationId)).toEqual([id])
    })
  })
})

describe('query count', () => {
  it('lists any number of trainings with four queries: the session, the list, and whether the person has exams and flows', async () => {
    const few = await app.countQueries(() => client.get(participations))
    await app.inCompany('noordwind', async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      const [own] = await db.from('learning_participations').where('id', await participationIn(client, 'Introductie offshore wind'))
      await db.table('learning_participations').multiInsert(
        Array.from({ length: 40 }, () => ({
          company_id: own.company_id,
          membership_id: own.membership_id,
          course_id: own.course_id,
          version_id: own.version_id,
          status: 'passed',
        })),
      )
    })
    const many = await app.countQueries(() => client.get(participations))
    expect((await client.get(participations)).body.data.length).toBeGreaterThan(40)
    expect([few, many]).toEqual([4, 4])
  })
})
