import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { dueIn } from '#core/testing/due_in'
import type { TestClient } from '#core/testing/client'
import {
  type AskedQuestion,
  answerAll,
  changeQuiz,
  participationIn,
  participations,
  rightAnswers,
  startQuiz,
  steps,
  wrongAnswers,
} from './journey.js'

const RTL = '\u202e'
let app: TestApp
let client: TestClient
let participation: number
let quiz: { id: number }

beforeAll(async () => {
  app = await testApp()
  client = await signInAs('leerling@noordwind.example')
  participation = await participationIn(client, 'Introductie offshore wind')
  await client.post(`${participations}/${participation}/language`, { language: 'nl' })
  const all = await steps(client, participation)
  quiz = all.find(({ title }) => title.startsWith('Oefenen'))!
  // Marks the steps before it as done.
  await app.inCompany('noordwind', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { company_id: company } = await db.from('learning_participations').where('id', participation).firstOrFail()
    await db.table('learning_activity_states').multiInsert(
      all
        .slice(
          0,
          all.findIndex(({ id }) => id === quiz.id),
        )
        .map(({ id }) => ({
          company_id: company,
          participation_id: participation,
          activity_id: id,
          status: 'finished',
          finished_at: new Date(),
        })),
    )
  })
})

const show = (attempt: number) => client.get(`/api/learning/attempts/${attempt}`)
const save = (attempt: number, question: { id: number }, answers: unknown) =>
  client.put(`/api/learning/attempts/${attempt}/answers/${question.id}`, { answers })
const submit = (attempt: number) => client.post(`/api/learning/attempts/${attempt}/submit`)
const result = async (attempt: number) => (await client.get(`/api/learning/attempts/${attempt}/result`)).body.data
const rule = async (answer: Promise<{ status: number; body: { errors?: { rule: string }[] } }>) => {
  const { status, body } = await answer
  return [status, body.errors?.[0]?.rule]
}

/** Makes the time of an attempt run out. */
const runOut = (attempt: number) =>
  app.inCompany('noordwind', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    await db
      .from('learning_attempts')
      .where('id', attempt)
      .update({ ends_at: new Date(Date.now() - 60_000) })
  })

it('makes each answer in a practice quiz final and returns its result at once, for every type', async () => {
  const attempt = await startQuiz(client, participation, quiz)
  const before = await show(attempt)
  expect(JSON.stringify(before.body)).not.toMatch(/correct|feedback|right|accepted|tolerance|ranges/)
  const questions = before.body.data.questions as (AskedQuestion & { given: string[] })[]
  expect(questions.map(({ type }) => type).sort()).toEqual(['hotspot', 'match', 'number', 'order', 'short_text'])
  const pairs = questions.find(({ type }) => type === 'match')!
  expect(await rule(save(attempt, pairs, (await rightAnswers(pairs)).slice(1)))).toEqual([422, 'incomplete'])
  for (const question of questions) {
    const told = await save(attempt, question, await wrongAnswers(question))
    expect(told.body.outcome, question.type).toMatchObject({ correct: false, feedback: expect.stringMatching(/.{10}/) })
    expect(told.body.outcome.right.length, question.type).toBeGreaterThan(0)
    const right = await rightAnswers(question)
    if (!['short_text', 'number'].includes(question.type)) expect([...told.body.outcome.right].sort()).toEqual([...right].sort())
    expect((await save(attempt, question, right)).body.code).toBe('answer_fixed')
  }
  expect((await submit(attempt)).body.data).toMatchObject({ status: 'failed', grade: 0 })
})

describe('a test', () => {
  beforeAll(() => changeQuiz(quiz.id, { practice: false }))

  it('stores nothing of an invalid answer, an answer to another question, or too many answers', async () => {
    const attempt = await startQuiz(client, participation, quiz)
    const questions = (await show(attempt)).body.data.questions as (AskedQuestion & { given: string[] })[]
    const of = (type: string) => questions.find((question) => question.type === type)!
    const many = Array.from({ length: 10_000 }, () => of('hotspot').answers[0]!.key)
    for (const question of questions) {
      expect(await rule(save(attempt, question, []))).toEqual([422, 'required'])
      expect((await save(attempt, question, many)).status).toBe(422)
      for (const strange of [null, 'text', { length: 1 }, [null], [{}], [['a']], [1], ['x'.repeat(5000)]]) {
        expect((await save(attempt, question, strange)).status, JSON.stringify(strange)).toBe(422)
      }
    }
    for (const type of ['order', 'match', 'hotspot']) {
      for (const other of ['order', 'match', 'hotspot']) {
        if (type === other) continue
        expect(await rule(save(attempt, of(type), await rightAnswers(of(other))))).toEqual([422, 'unknown_answer'])
      }
    }
    for (const typed of ['NaN', '1e999', 'Infinity', '0x21', '33 %'])
      expect(await rule(save(attempt, of('number'), [typed]))).toEqual([422, 'number_invalid'])
    expect(await rule(save(attempt, of('number'), ['33.000']))).toEqual([422, 'number_ambiguous'])
    expect(await rule(save(attempt, of('short_text'), [`${RTL}\u200f\n`]))).toEqual([422, 'required'])
    expect((await show(attempt)).body.data.questions.every(({ given }: { given: string[] }) => given.length === 0)).toBe(true)

    // Some of the pairs are saved, so that the person can continue later, but they are not a complete answer.
    await answerAll(client, attempt, rightAnswers)
    const part = (await rightAnswers(of('match'))).slice(1)
    expect((await save(attempt, of('match'), part)).status).toBe(200)
    const unfinished = await submit(attempt)
    expect([unfinished.status, unfinished.body.errors]).toEqual([
      422,
      [{ field: `questions.${of('match').id}`, rule: 'answer_missing', message: expect.anything() }].map(({ message: _, ...one }) =>
        expect.objectContaining(one),
      ),
    ])
    expect((await show(attempt)).body.data.questions.find(({ type }: AskedQuestion) => type === 'match').given).toEqual(part)
    await answerAll(client, attempt, wrongAnswers)
    expect((await submit(attempt)).body.data).toMatchObject({ status: 'failed', grade: 0 })
    const reviewed = (await result(attempt)).questions as { type: string; given: string[]; right: string[] }[]
    for (const { type, given, right } of reviewed) expect([type, given.length > 0, right.length > 0]).toEqual([type, true, true])
  })

  it('reveals no right answers when the quiz hides them', async () => {
    await changeQuiz(quiz.id, { correct_answer_visible: false, feedback_visible: false })
    const attempt = await startQuiz(client, participation, quiz)
    await answerAll(client, attempt, wrongAnswers)
    await submit(attempt)
    const { questions } = await result(attempt)
    for (const { right, feedback, answers } of questions) {
      expect([right, feedback]).toEqual([null, ''])
      expect(answers.every(({ correct }: { correct: null }) => correct === null)).toBe(true)
    }
    await changeQuiz(quiz.id, { correct_answer_visible: true, feedback_visible: true })
  })

  it('enforces its time limit on the server: saved answers count, unanswered questions are wrong', async () => {
    await changeQuiz(quiz.id, { time_limit_minutes: 2 })
    const attempt = await startQuiz(client, participation, quiz)
    const running = (await show(attempt)).body.data
    expect(running.seconds_left).toBeGreaterThan(100)
    expect(running.seconds_left).toBeLessThanOrEqual(120)
    const [first, second] = running.questions
    expect((await save(attempt, first, await rightAnswers(first))).status).toBe(200)
    await runOut(attempt)
    const late = await save(attempt, second, await rightAnswers(second))
    expect([late.status, late.body.code]).toEqual([409, 'time_is_over'])
    expect((await show(attempt)).body.code).toBe('attempt_already_submitted')
    expect((await submit(attempt)).body.code).toBe('attempt_already_submitted')
    const over = await result(attempt)
    expect(over).toMatchObject({ status: 'failed', grade: 20, correct_count: 1 })
    expect(over.questions[1]).toMatchObject({ given: [], correct: false })
    // It ended when its time was over, not when it was next requested.
    expect(Date.now() - Date.parse(over.submitted_at)).toBeGreaterThan(59_000)
  })

  it('is submitted after its time by the next request (view, start or submit) or by the job', async () => {
    const statusOf = async (id: number) =>
      app.inCompany('noordwind', async () => {
        const { default: db } = await import('@adonisjs/lucid/services/db')
        return (await db.from('learning_attempts').where('id', id).firstOrFail()).status
      })
    const overdue = async () => {
      const attempt = await startQuiz(client, participation, quiz)
      await runOut(attempt)
      expect(await statusOf(attempt)).toBe('busy')
      return attempt
    }
    const looked = await overdue()
    expect((await show(looked)).body.code).toBe('attempt_already_submitted')
    expect(await statusOf(looked)).toBe('failed')

    const read = await overdue()
    const page = (await client.get(`${participations}/${participation}/activities/${quiz.id}`)).body.data.quiz
    expect(page.time_limit_minutes).toBe(2)
    expect(page.attempts[0]).toMatchObject({ id: read, status: 'failed' })

    const restarted = await overdue()
    const next = await startQuiz(client, participation, quiz)
    expect(next).not.toBe(restarted)
    expect(await statusOf(restarted)).toBe('failed')
    await runOut(next)

    expect((await submit(next)).body.data).toMatchObject({ id: next, status: 'failed', grade: 0 })

    const left = await overdue()
    const { finishAllOverdue } = await import('../server/services/submit_attempt.js')
    await app.inCompany('bouwmeester', () => finishAllOverdue())
    expect(await statusOf(left)).toBe('busy')
    expect(await dueIn('learning.finish_overdue')).toEqual(['noordwind'])
    await app.inCompany('noordwind', () => finishAllOverdue())
    expect(await statusOf(left)).toBe('failed')
    expect(await dueIn('learning.finish_overdue')).toEqual([])
    await changeQuiz(quiz.id, { time_limit_minutes: null })
  })

  it('is passed with all answers right, and exports them as text', async () => {
    const attempt = await startQuiz(client, participation, quiz)
    await answerAll(client, attempt, rightAnswers)
    expect((await submit(attempt)).body.data).toMatchObject({ status: 'passed', grade: 100 })
    const { exportPersonalData } = await import('../server/services/personal_data.js')
    const exported = await app.inCompany('noordwind', async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      const { membership_id: membership } = await db.from('learning_participations').where('id', participation).firstOrFail()
      return exportPersonalData(membership)
    })
    const given = (exported.answers as { attempt_id: number; given: unknown }[])
      .filter((one) => one.attempt_id === attempt)
      .map((one) => one.given)
    expect(given).toContainEqual(['HELP'])
    expect(given).toContainEqual([{ nl: '33 %', en: '33 %' }])
    expect(JSON.stringify(given)).toContain('De eerste minuut → Koudeshock: je hapt naar adem')
    expect(JSON.stringify(given)).toContain('Tussen de boeg en de stootbuis')
  })
})
