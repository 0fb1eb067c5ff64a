import { expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import {
  type AskedQuestion,
  answerAll,
  changeQuiz,
  lessonOf,
  nameLesson,
  participationIn,
  participations,
  readUntil,
  rightAnswers,
  startQuiz,
  wrongAnswers,
} from './journey.js'

interface Practised extends AskedQuestion {
  given: string[]
  outcome: { correct: boolean; feedback: string; right: string[] } | null
}

it('checks each answer of a practice quiz at once and makes it final, without revealing the others', async () => {
  await testApp()
  const client = await signInAs('leerling@noordwind.example')
  const id = await participationIn(client, 'Toolbox tillen en dragen')
  await client.post(`${participations}/${id}/language`, { language: 'nl' })
  const quiz = await readUntil(client, id, 'quiz')
  const attempt = await startQuiz(client, id, quiz)
  const page = `/api/learning/attempts/${attempt}`
  const questions = async () => (await client.get(page)).body.data.questions as Practised[]
  const save = (question: AskedQuestion, answers: string[]) => client.put(`${page}/answers/${question.id}`, { answers })

  const before = (await client.get(page)).body.data
  expect(before.practice).toBe(true)
  expect(JSON.stringify(before), 'nothing is told before an answer').not.toMatch(/correct|feedback|right/)
  const [first, second, ...others] = await questions()

  const wrong = await wrongAnswers(first!)
  const told = await save(first!, wrong)
  const right = await rightAnswers(first!)
  expect(told.body.outcome).toEqual({ correct: false, feedback: expect.stringMatching(/.{10}/), right: expect.arrayContaining(right) })
  expect(told.body.outcome.right).toHaveLength(right.length)

  // The answer is final. Sending the same one again, as after a lost response, changes nothing.
  const changed = await save(first!, right)
  expect([changed.status, changed.body.code]).toEqual([409, 'answer_fixed'])
  expect((await save(first!, wrong)).body.outcome).toEqual(told.body.outcome)
  // Of several concurrent answers one is stored, and all responses return that one.
  const choices = second!.answers.map(({ key }) => [key])
  const single = second!.type === 'multiple' ? [choices[0]!] : choices
  const race = await Promise.all(single.map((answers) => save(second!, answers)))
  expect(race.map(({ status }) => status).sort()).toEqual([200, ...single.slice(1).map(() => 409)])

  const now = await questions()
  expect(now[0]).toMatchObject({ given: wrong, outcome: told.body.outcome })
  expect(now[1]!.outcome).not.toBeNull()
  expect(now.slice(2).map(({ outcome }) => outcome)).toEqual(others.map(() => null))

  for (const question of others) expect((await save(question, await rightAnswers(question))).body.outcome.correct).toBe(true)
  expect((await client.post(`${page}/submit`)).status).toBe(200)
  const result = (await client.get(`${page}/result`)).body.data
  expect(result.questions[0].correct).toBe(false)
  const named = await Promise.all((result.questions as AskedQuestion[]).map(lessonOf))
  expect(
    result.questions.map(({ lesson }: { lesson: { id: number } | null }) => lesson?.id),
    'each question leads to the page that it names',
  ).toEqual(named)

  // Pages after the quiz are still locked for a person who has just practised.
  await nameLesson(first!, 'houding-en-klachten')
  const after = (await client.get(`${page}/result`)).body.data
  expect(after.questions[0].lesson, 'no link to a locked page').toBeNull()
  await nameLesson(first!, null)
  expect((await client.get(`${page}/result`)).body.data.questions[0].lesson, 'no link where none is named').toBeNull()
})

it('does not count practice for the course, whatever its settings say', async () => {
  const client = await signInAs('leerling@bouwmeester.example')
  const id = await participationIn(client, 'Toolbox tillen en dragen')
  await client.post(`${participations}/${id}/language`, { language: 'nl' })
  const quiz = await readUntil(client, id, 'quiz')
  await changeQuiz(quiz.id, { counts_for_progress: true })
  const before = (await client.get(`${participations}/${id}`)).body.data
  const practice = await startQuiz(client, id, quiz)
  let answered = 0
  await answerAll(client, practice, (question) => (answered++ === 0 ? wrongAnswers(question) : rightAnswers(question)))
  expect((await client.post(`/api/learning/attempts/${practice}/submit`)).body.data).toMatchObject({ status: 'passed', grade: 75 })
  const practised = (await client.get(`/api/learning/attempts/${practice}/result`)).body.data
  expect(practised).toMatchObject({ counts: false, course_grade: null })
  expect((await client.get(`${participations}/${id}`)).body.data).toMatchObject({ grade: null, progress: before.progress })

  const final = await readUntil(client, id, 'quiz')
  expect(final.id).not.toBe(quiz.id)
  const attempt = await startQuiz(client, id, final)
  await answerAll(client, attempt, rightAnswers)
  expect((await client.post(`/api/learning/attempts/${attempt}/submit`)).body.data).toMatchObject({ status: 'passed', grade: 100 })
  expect((await client.get(`${participations}/${id}`)).body.data.grade).toBe(100)
})

it('reveals nothing when a test saves an answer', async () => {
  const client = await signInAs('leerling@noordwind.example')
  const id = await participationIn(client, 'Introductie offshore wind')
  await client.post(`${participations}/${id}/language`, { language: 'nl' })
  const attempt = await startQuiz(client, id, await readUntil(client, id, 'quiz'))
  const [question] = (await client.get(`/api/learning/attempts/${attempt}`)).body.data.questions as Practised[]
  const saved = await client.put(`/api/learning/attempts/${attempt}/answers/${question!.id}`, { answers: await rightAnswers(question!) })
  expect(saved.body).toEqual({ status: 'good', outcome: null })
  expect((await client.get(`/api/learning/attempts/${attempt}`)).body.data.questions[0].outcome).toBeNull()
})
