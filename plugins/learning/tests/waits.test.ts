import { expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import { answerAll, changeQuiz, ofStep, participationIn, participations, readUntil, startQuiz, steps, wrongAnswers } from './journey.js'

it('keeps a quiz waiting exactly until new attempts are available', async () => {
  const app = await testApp()
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const client = await signInAs('leerling@noordwind.example')
  const id = await participationIn(client, 'Werken op hoogte')
  await client.post(`${participations}/${id}/language`, { language: 'nl' })
  const quiz = await readUntil(client, id, 'quiz')
  await changeQuiz(quiz.id, { max_attempts: 1, days_until_new_attempts: 2 })
  const attempt = await startQuiz(client, id, quiz)
  await answerAll(client, attempt, wrongAnswers)
  await client.post(`/api/learning/attempts/${attempt}/submit`)

  const shown = async () => {
    const { quiz: rules, status } = (await client.get(ofStep(id, quiz))).body.data
    const step = (await steps(client, id)).find((one) => one.id === quiz.id) as unknown as {
      status: string
      attempts: { used_up: boolean; available_from: string | null }
    }
    return {
      page: [status, rules.attempts_left, rules.available_from],
      course: [step.status, step.attempts.available_from],
      usedUp: [rules.used_up, step.attempts.used_up],
    }
  }
  const { page, course, usedUp } = await shown()
  expect(page.slice(0, 2)).toEqual(['waiting', 0])
  expect(usedUp).toEqual([true, true])
  // The third page with the same sentence needs the same data.
  expect((await client.get(`/api/learning/attempts/${attempt}/result`)).body.data).toMatchObject({
    used_up: true,
    max_attempts: 1,
    available_from: page[2],
    last_attempt: attempt,
  })
  // Nothing links to the quiz that cannot start, and no other step is open here.
  expect((await client.get(`${participations}/${id}`)).body.data.next_activity).toBeNull()
  expect(course).toEqual(['waiting', page[2]])
  expect((Date.parse(page[2]) - Date.now()) / 86_400_000).toBeCloseTo(2, 1)

  const ago = new Date(Date.now() - 2 * 86_400_000 - 1000)
  await app.asSystem(async () => db.from('learning_attempts').where('id', attempt).update({ submitted_at: ago }))
  expect(await shown()).toEqual({ page: ['doing', 1, null], course: ['doing', null], usedUp: [false, false] })
  expect((await client.get(`${participations}/${id}`)).body.data.next_activity).toBe(quiz.id)
  expect(await startQuiz(client, id, quiz)).toBeGreaterThan(attempt)
  // The last attempt is running: no other can begin, and the running one can be continued.
  expect(await shown()).toEqual({ page: ['doing', 0, null], course: ['doing', null], usedUp: [false, false] })
})
