import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { answerAll, participationIn, participations, readUntil, startQuiz, wrongAnswers } from './journey.js'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await testApp()
  client = await signInAs('leerling@noordwind.example')
})
const db = async () => (await import('@adonisjs/lucid/services/db')).default

describe('a published version', () => {
  it('cannot be changed by anyone, so that the cache stays correct', async () => {
    for (const sql of [
      `update learning_course_versions set passed_grade = 1`,
      `update learning_course_versions set published_at = null`,
      `update learning_modules set position = position + 100`,
      `update learning_activities set title = '{}'`,
      `update learning_restrictions set condition = 'opened'`,
      `update learning_questions set type = 'single'`,
      `update learning_activity_questions set position = position + 100`,
    ]) {
      const change = app.asSystem(async () => (await db()).rawQuery(sql))
      await change.then(
        // A table without rows cannot refuse a change.
        ({ rowCount }) => expect([sql, rowCount]).toEqual([sql, 0]),
        (error: Error) => expect(error.message).toMatch(/published/),
      )
    }
  })

  it('needs two queries besides the session for a course page, once it is cached', async () => {
    const id = await participationIn(client, 'Introductie offshore wind')
    // Before a course for adults begins, the page queries whether it needs the date of birth.
    await client.post(`${participations}/${id}/language`, { language: 'nl' })
    await client.get(`${participations}/${id}`)
    expect(await app.countQueries(() => client.get(`${participations}/${id}`))).toBeLessThanOrEqual(3)
  })
})

describe('submitting an attempt', () => {
  it('takes ten statements, including the session and the transaction', async () => {
    const id = await participationIn(client, 'Introductie offshore wind')
    await client.post(`${participations}/${id}/language`, { language: 'nl' })
    const attempt = await startQuiz(client, id, await readUntil(client, id, 'quiz'))
    await answerAll(client, attempt, wrongAnswers)
    const submitted = await app.countQueries(async () =>
      expect((await client.post(`/api/learning/attempts/${attempt}/submit`)).body.data.status).toBe('failed'),
    )
    expect(submitted).toBeLessThanOrEqual(10)
  })
})

describe('an answer', () => {
  it('is saved with two statements besides the session', async () => {
    const id = await participationIn(client, 'Introductie offshore wind')
    await client.post(`${participations}/${id}/language`, { language: 'nl' })
    const attempt = await startQuiz(client, id, await readUntil(client, id, 'quiz'))
    const { questions } = (await client.get(`/api/learning/attempts/${attempt}`)).body.data
    const save = () =>
      client.put(`/api/learning/attempts/${attempt}/answers/${questions[0].id}`, { answers: [questions[0].answers[0].key] })
    expect((await save()).status).toBe(200)
    expect(await app.countQueries(save)).toBeLessThanOrEqual(3)
  })

  it('is not saved once the attempt is submitted, even when both happen concurrently', async () => {
    const id = await participationIn(client, 'Introductie offshore wind')
    const attempt = await startQuiz(client, id, await readUntil(client, id, 'quiz'))
    const { questions } = (await client.get(`/api/learning/attempts/${attempt}`)).body.data
    const path = (question: { id: number }) => `/api/learning/attempts/${attempt}/answers/${question.id}`
    for (const question of questions) await client.put(path(question), { answers: [question.answers[0].key] })
    const first = questions[0]
    const other = { answers: [first.answers[1].key] }
    const [submitted, ...saves] = await Promise.all([
      client.post(`/api/learning/attempts/${attempt}/submit`),
      ...Array.from({ length: 20 }, () => client.put(path(first), other)),
    ])
    expect(submitted.status).toBe(200)
    expect(new Set(saves.map(({ status }) => status)).size).toBeGreaterThan(0)
    for (const { status, body } of saves) if (status !== 200) expect(body.code).toBe('attempt_already_submitted')
    expect((await client.put(path(first), other)).body.code).toBe('attempt_already_submitted')
    // The stored answer is the one that was graded.
    const kept = await app.asSystem(async () => {
      const { rows } = await (
        await db()
      ).rawQuery(
        `select aq.correct, aq.given @> r.keys and r.keys @> aq.given as right
           from learning_attempt_questions aq join learning_questions q on q.id = aq.question_id
           cross join lateral (select array_agg(x->>'key') as keys from jsonb_array_elements(q.answers) x where (x->>'correct')::boolean) r
          where aq.attempt_id = ?`,
        [attempt],
      )
      return rows as { correct: boolean; right: boolean }[]
    })
    for (const { correct, right } of kept) expect(correct).toBe(right)
  })
})
