import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { preparedQuery } from '#core/kit/database'
import type { Activity } from './activity.js'
import type { AskedQuestion } from '../transformers/attempt_transformer.js'
import { WITHDRAWN_SQL, type Withdrawn } from '../withdrawing/marked_grade.js'
import { type QuizQuestion, versionContent } from './version_content.js'

const POOL = `
  select q.id, q.type, q.text, q.answers, q.content, q.picture, q.feedback_correct, q.feedback_incorrect, q.lesson_key, q.tags
    from learning_activity_questions aq join learning_questions q on q.id = aq.question_id
   where aq.activity_id = ?`

/**
 * The questions that a quiz draws from. They are part of a published version like its texts, and cached with them: saving an answer does
 * not read its question again.
 * @param quiz of the version of a participation in the running scope
 */
export async function questionsOfQuiz(
  quiz: Pick<Activity, 'id' | 'versionId'>,
  trx?: TransactionClientContract,
): Promise<ReadonlyMap<number, QuizQuestion>> {
  const { pools } = await versionContent(quiz.versionId, trx)
  const known = pools.get(quiz.id)
  if (known) return known
  const { rows } = await (trx ?? db).rawQuery<{ rows: QuizQuestion[] }>(POOL, [quiz.id])
  const pool = new Map(rows.map((question) => [question.id, question]))
  pools.set(quiz.id, pool)
  return pool
}

interface AskedRow {
  id: number
  question_id: number
  position: number
  answer_order: string[]
  given: string[] | null
  correct: boolean | null
  withdrawn: Withdrawn
}

const ASKED = `
  select q.id, q.question_id, q.position, q.answer_order, q.given, q.correct, ${WITHDRAWN_SQL} as withdrawn
    from learning_attempt_questions q left join learning_withdrawals w on w.question_id = q.question_id
   where q.attempt_id = $1 order by q.position`

/** The questions of an attempt, in its order. One query; the transformer decides what leaves the server. */
export async function questionsOfAttempt(
  attempt: { id: number },
  quiz: Pick<Activity, 'id' | 'versionId'>,
  trx?: TransactionClientContract,
): Promise<(AskedQuestion & { id: number })[]> {
  const pool = await questionsOfQuiz(quiz, trx)
  const rows = await preparedQuery<AskedRow>(trx ?? db, 'learning_asked_in', ASKED, [attempt.id])
  return rows.map((row) => ({ ...pool.get(row.question_id)!, ...row }))
}

/** The questions that a new attempt may draw: those of the quiz that were not withdrawn. */
export async function drawableQuestions(quiz: Pick<Activity, 'id' | 'versionId'>, trx: TransactionClientContract): Promise<QuizQuestion[]> {
  const pool = await questionsOfQuiz(quiz, trx)
  const withdrawn = await preparedQuery<{ question_id: number }>(trx, 'learning_withdrawn', WITHDRAWN, [[...pool.keys()]])
  const gone = new Set(withdrawn.map(({ question_id: id }) => id))
  return [...pool.values()].filter(({ id }) => !gone.has(id))
}

const WITHDRAWN = `select question_id from learning_withdrawals where question_id = any($1::bigint[])`
