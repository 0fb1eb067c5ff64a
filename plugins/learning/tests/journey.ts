import { superuserOfTest } from '#core/testing/superuser'
import { testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { type Localized, type QuestionTypeName, type StoredAnswer, type TypedQuestion, questionType } from '../question_types/index.js'

// Helpers for this plugin's HTTP tests: they do what a participant does, with the same requests as the browser.

export const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'
export const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36'

export interface Step {
  id: number
  type: string
  status: string
  title: string
}

export const participations = '/api/learning/participations'

/** Id of the client's own participation in the course with this name. */
export async function participationIn(client: TestClient, name: string): Promise<number> {
  const { body } = await client.get(participations)
  return body.data.find((training: { name: string }) => training.name === name).id
}

export async function steps(client: TestClient, participation: number): Promise<Step[]> {
  const { body } = await client.get(`${participations}/${participation}`)
  return body.data.modules.flatMap((module: { activities: Step[] }) => module.activities)
}

/** The next step that is open. */
export async function nextStep(client: TestClient, participation: number): Promise<Step> {
  const { body } = await client.get(`${participations}/${participation}`)
  return (await steps(client, participation)).find(({ id }) => id === body.data.next_activity)!
}

export const ofStep = (participation: number, step: { id: number }) => `${participations}/${participation}/activities/${step.id}`

/** Completes pages until the next step of this type is open. */
export async function readUntil(client: TestClient, participation: number, type: string): Promise<Step> {
  for (;;) {
    const step = await nextStep(client, participation)
    if (step.type === type) return step
    const { status } = await client.post(`${ofStep(participation, step)}/complete`)
    if (status !== 200) throw new Error(`"${step.title}" could not be completed: ${status}`)
  }
}

export async function startQuiz(client: TestClient, participation: number, quiz: { id: number }): Promise<number> {
  const { body } = await client.post(`${ofStep(participation, quiz)}/attempts`, {}, { 'user-agent': DESKTOP })
  return body.data.id
}

/** A question as shown in an attempt. */
export interface AskedQuestion {
  id: number
  type: QuestionTypeName
  text: string
  answers: { key: string; text: string }[]
  /** For `match`: the options for each answer. */
  options?: { key: string; text: string }[]
}

/** A question as its author wrote it, with the right answers marked. */
async function authoredQuestion(question: { id: number }): Promise<TypedQuestion & { text: Localized }> {
  const app = await testApp()
  return app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    return db.from('learning_questions').where('id', question.id).firstOrFail()
  })
}

/** Id of the page that a question of a published course names as its explanation. */
export async function lessonOf(question: { id: number }): Promise<number> {
  const app = await testApp()
  return app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { rows } = await db.rawQuery(
      `select l.id from learning_activity_questions aq
         join learning_activities quiz on quiz.id = aq.activity_id
         join learning_questions q on q.id = aq.question_id
         join learning_activities l on l.version_id = quiz.version_id and l.key = q.lesson_key
        where q.id = ?`,
      [question.id],
    )
    return rows[0].id
  })
}

/** The answers of a question as its author wrote them, with the right ones marked. */
export const authoredAnswers = async (question: { id: number }): Promise<StoredAnswer[]> => (await authoredQuestion(question)).answers

/**
 * The right answers. The attempt has its own keys, so answers are matched by their text. For a typed question, an accepted text or value.
 */
export async function rightAnswers(question: AskedQuestion): Promise<string[]> {
  const authored = await authoredQuestion(question)
  const named = (list: readonly { key: string; text: string }[], { text }: { text: Localized }) =>
    list.find((one) => Object.values(text).includes(one.text))!.key
  const asked = Object.entries(authored.text).find(([, words]) => words === question.text)
  if (question.type === 'short_text' || question.type === 'number') return questionType(question.type).example(authored, asked![0])
  if (question.type === 'match') {
    return authored.answers.map((item) => {
      const option = authored.content.options!.find(({ key }) => key === item.key)!
      return `${named(question.answers, item)}=${named(question.options!, option)}`
    })
  }
  // For `order`: all of them, in the author's order.
  const right = authored.answers.filter(({ correct }) => correct || question.type === 'order')
  if (question.type === 'order') return right.map((item) => named(question.answers, item))
  return question.answers.filter(({ text }) => right.some((answer) => Object.values(answer.text).includes(text))).map(({ key }) => key)
}

/** One wrong answer. */
export async function wrongAnswers(question: AskedQuestion): Promise<string[]> {
  const right = await rightAnswers(question)
  if (question.type === 'short_text') return ['no such word']
  if (question.type === 'number') return ['-987654']
  if (question.type === 'order') return [...right].reverse()
  if (question.type === 'match') {
    const pairs = right.map((pair) => pair.split('='))
    return pairs.map(([item], index) => `${item}=${pairs[(index + 1) % pairs.length]![1]}`)
  }
  return [question.answers.find(({ key }) => !right.includes(key))!.key]
}

/** Answers every question with the result of `choose`. */
export async function answerAll(
  client: TestClient,
  attempt: number,
  choose: (question: AskedQuestion) => string[] | Promise<string[]>,
): Promise<void> {
  const { body } = await client.get(`/api/learning/attempts/${attempt}`)
  for (const question of body.data.questions as AskedQuestion[]) {
    const { status } = await client.put(`/api/learning/attempts/${attempt}/answers/${question.id}`, { answers: await choose(question) })
    if (status !== 200) throw new Error(`Question ${question.id} was not saved: ${status}`)
  }
}

/** Sets another page, or none, as the explanation of a question of a published course. */
export async function nameLesson(question: { id: number }, key: string | null): Promise<void> {
  await changePublished('update learning_questions set lesson_key = $1 where id = $2', [key, question.id])
}

/**
 * Changes a quiz of a published course, which is only possible here: it bypasses the database's protection and clears the cache of
 * published versions.
 */
export async function changeQuiz(activity: number, settings: Record<string, unknown>): Promise<void> {
  await changePublished('update learning_activities set settings = settings || $1 where id = $2', [JSON.stringify(settings), activity])
}

async function changePublished(sql: string, values: readonly unknown[]): Promise<void> {
  const client = await superuserOfTest()
  await client.query('set session_replication_role = replica')
  await client.query(sql, [...values])
  await client.end()
  ;(await import('../server/services/version_content.js')).clearVersionCache()
}
