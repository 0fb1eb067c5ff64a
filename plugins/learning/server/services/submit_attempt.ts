import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { AppError, conflict } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import { serviceOf } from '#core/kit/services'
import { type BrowserProof, attemptRecording } from '../../contract/recording.js'
import { questionType } from '../../question_types/index.js'
import { type Activity, activityById } from './activity.js'
import Attempt from '../models/attempt.js'
import Participation from '../models/participation.js'
import type { QuizSettings } from './activity_settings.js'
import { type NewState, SET_STATE, stateValues, workIn } from './activity_service.js'
import type { CourseContent } from './course_content.js'
import type { StateRow } from './own_states.js'
import { markedGrade } from '../withdrawing/marked_grade.js'
import { type Attempts, attemptsOf } from './grading.js'
import { countAttempts, findOwnAttempt } from './own_attempts.js'
import type { Owner } from './participation_service.js'
import { questionsOfAttempt } from './questions_of_quiz.js'
import { assertBrowser } from './safe_browser.js'
import { settle } from './recompute.js'

/**
 * Submits an attempt, once: grades it, and finishes or fails the quiz or leaves it open. The answers cannot be changed afterwards (section
 * 4). Once the time is over, unanswered questions are wrong.
 * @throws AppError 404; 409 attempt_already_submitted, safe_browser_required; 422 on questions without an answer
 */
export async function submitAttempt(owner: Owner, attemptId: number, proof: BrowserProof): Promise<Attempt> {
  return db.transaction(async (trx) => {
    const { attempt, participation } = await findOwnAttempt(owner, attemptId, trx)
    if (attempt.status !== 'busy') throw conflict('attempt_already_submitted')
    if (attempt.isTimeOver) return close(attempt, participation, trx)
    const { activity, content } = await workIn(participation, attempt.activityId, trx)
    await assertBrowser(activity, participation.id, proof)
    const questions = await questionsOfAttempt(attempt, activity, trx)
    const missing = questions.filter(
      ({ type, given, answer_order: dealt }) => !given?.length || !questionType(type).isComplete(given, dealt),
    )
    if (missing.length) {
      const errors = missing.map(({ question_id }) => ({ field: `questions.${question_id}`, rule: 'answer_missing' }))
      throw new AppError(422, 'validation_failed', { errors })
    }
    await grade(trx, attempt, activity, participation, questions, {
      at: DateTime.now(),
      tries: content.attempts.get(activity.id) ?? { used: attempt.number, extra: 0 },
      content,
    })
    return attempt
  })
}

/** Submits an attempt with the answers so far when its time is over. An attempt with time left, or already submitted, is not changed. */
export async function finishOverdue(attemptId: number): Promise<void> {
  await db.transaction(async (trx) => {
    // The same lock order as a submission by a person.
    const attempt = await Attempt.query({ client: trx }).where('id', attemptId).forUpdate().firstOrFail()
    if (attempt.status !== 'busy' || !attempt.isTimeOver) return
    const participation = await Participation.query({ client: trx }).where('id', attempt.participationId).forUpdate().firstOrFail()
    await close(attempt, participation, trx)
  })
}

/** Attempts per run; the next run takes the others. */
const AT_ONCE = 500

/** Submits every attempt whose time ran out; the job `learning.finish_overdue`, in each company. */
export async function finishAllOverdue(): Promise<void> {
  const overdue = await db
    .from('learning_attempts')
    .where('status', 'busy')
    .where('ends_at', '<=', new Date())
    .orderBy('ends_at')
    .limit(AT_ONCE)
    .select('id')
  for (const { id } of overdue) await finishOverdue(id)
}

const GRADE = `
  with graded as (update learning_attempts set status = $2, grade = $3, submitted_at = $4 where id = $1)
  update learning_attempt_questions set correct = (id = any($5::bigint[])) where attempt_id = $1`
// Also sets the quiz's new state, whose values come first.
const GRADE_AND_STATE = `
  with graded as (update learning_attempts set status = $9, grade = $10, submitted_at = $11 where id = $8),
  marked as (update learning_attempt_questions set correct = (id = any($12::bigint[])) where attempt_id = $8)
  ${SET_STATE}`

async function close(attempt: Attempt, participation: Participation, trx: TransactionClientContract): Promise<Attempt> {
  const activity = await activityById(attempt.activityId, trx)
  await grade(trx, attempt, activity, participation, await questionsOfAttempt(attempt, activity, trx), {
    at: attempt.endsAt!,
    tries: await countAttempts(participation, activity, trx),
  })
  return attempt
}

async function grade(
  trx: TransactionClientContract,
  attempt: Attempt,
  activity: Activity,
  participation: Participation,
  questions: Awaited<ReturnType<typeof questionsOfAttempt>>,
  { at, tries, content }: { at: DateTime; tries: Pick<Attempts, 'used' | 'extra'>; content?: CourseContent },
): Promise<void> {
  const language = attempt.language ?? participation.language
  const settings = activity.settings as QuizSettings
  const right = questions.filter((question) => question.given && questionType(question.type).isRight(question, question.given, language))
  attempt.grade = markedGrade(questions.map((question) => ({ correct: right.includes(question), withdrawn: question.withdrawn })))
  const suffices = attempt.grade >= settings.pass_percentage
  attempt.status = !suffices ? 'failed' : attempt.reviewCompanyId === null ? 'passed' : 'in_review'
  attempt.submittedAt = at
  const graded = [attempt.id, attempt.status, attempt.grade, at.toJSDate(), right.map(({ id }) => id)]
  if (attempt.reviewCompanyId !== null && attempt.status !== 'passed')
    await (await serviceOf(attemptRecording, trx))?.submitted(trx, attempt.id, attempt.status, hashOf(questions))
  // A course that has ended since stays as it ended; only the attempt gets its grade.
  if (participation.isOver) return void (await preparedQuery(trx, 'learning_attempt_grade', GRADE, graded))

  const state = stateAfter(attempt, settings, { ...tries, last: at.toJSDate(), lastId: attempt.id, running: false })
  const values = [...stateValues(participation, activity, state), ...graded]
  const changed = await preparedQuery<StateRow>(trx, 'learning_attempt_grade_state', GRADE_AND_STATE, values)
  await settle(trx, participation, content && { ...content, states: withState(content.states, changed) })
}

/** One hash of all answers, by question; a receipt shows it as proof of what was submitted. Pure. */
function hashOf(questions: Awaited<ReturnType<typeof questionsOfAttempt>>): string {
  const answers = questions.map(({ question_id: question, given }) => [question, given]).toSorted(([a], [b]) => Number(a) - Number(b))
  return createHash('sha256').update(JSON.stringify(answers)).digest('hex')
}

/** The state of a quiz after an attempt was graded. Pure except for the clock. */
export function stateAfter({ status, grade }: Attempt, settings: QuizSettings, past: Parameters<typeof attemptsOf>[1]): NewState {
  if (status === 'in_review') return { status: 'waiting' }
  if (status === 'passed') return { status: 'finished', grade, validDays: settings.valid_days ?? null }
  const { left, availableFrom } = attemptsOf(settings, past, new Date())
  // No attempts left: waiting for the next set, or failed for good.
  return { status: left !== 0 ? 'doing' : availableFrom ? 'waiting' : 'failed', grade }
}

/** States with the changed ones replaced. Pure. */
const withState = (states: readonly StateRow[], changed: readonly StateRow[]): StateRow[] => [
  ...states.filter(({ activityId }) => !changed.some((one) => one.activityId === activityId)),
  ...changed,
]
