import { beforeAll, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { answerAll, changeQuiz, ofStep, participationIn, participations, readUntil, rightAnswers, startQuiz } from './journey.js'

let app: TestApp
let client: TestClient
let participation: number
let quiz: Awaited<ReturnType<typeof readUntil>>

beforeAll(async () => {
  app = await testApp()
  client = await signInAs('leerling@noordwind.example')
  participation = await participationIn(client, 'Werken op hoogte')
  await client.post(`${participations}/${participation}/language`, { language: 'nl' })
  quiz = await readUntil(client, participation, 'quiz')
  await changeQuiz(quiz.id, { max_attempts: 2, days_until_new_attempts: 0, valid_days: 10 })
})

const pass = async () => {
  const attempt = await startQuiz(client, participation, quiz)
  await answerAll(client, attempt, rightAnswers)
  expect((await client.post(`/api/learning/attempts/${attempt}/submit`)).status).toBe(200)
}
const course = async () => (await client.get(`${participations}/${participation}`)).body.data
const page = async () => (await client.get(ofStep(participation, quiz))).body.data
/** Moves time forward by these days and runs the job. */
const after = (days: number) =>
  app.inCompany('noordwind', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    await db.rawQuery(
      `update learning_activity_states set valid_until = valid_until - make_interval(days => ?) where participation_id = ? and activity_id = ?`,
      [days, participation, quiz.id],
    )
    await (await import('../server/services/quiz_validity.js')).expireQuizzes()
  })

it('shows before the quiz begins how long a pass is valid', async () => {
  expect((await page()).quiz.valid_days).toBe(10)
})

it('reopens the quiz when its pass is no longer valid and the course is still in progress', async () => {
  await pass()
  const { progress } = await course()
  await after(9)
  expect((await page()).status).toBe('finished')
  expect((await course()).progress).toBe(progress)

  await after(2)
  const lapsed = await page()
  expect(lapsed.status).toBe('doing')
  // Both attempts are available again, though one of two was used.
  expect(lapsed.quiz.attempts_left).toBe(2)
  const { progress: now, next_activity: next, grade } = await course()
  expect(now).toBeLessThan(progress)
  expect(next).toBe(quiz.id)
  expect(grade).toBeNull()
})

it('is valid for the same number of days after passing again', async () => {
  await pass()
  expect((await page()).status).toBe('finished')
  await after(9)
  expect((await page()).status).toBe('finished')
})

it('does not change a passed course', async () => {
  const set = (status: string) =>
    app.inCompany('noordwind', async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      await db.from('learning_participations').where('id', participation).update({ status })
    })
  await set('passed')
  await after(30)
  await set('busy')
  // Nor later: its end date is no longer checked.
  await after(30)
  expect((await page()).status).toBe('finished')
})
