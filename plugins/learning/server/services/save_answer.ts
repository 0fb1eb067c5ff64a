import db from '@adonisjs/lucid/services/db'
import { AppError, conflict, invalid, notFound } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import type { ParticipationStatus } from '../../contract/states.js'
import type { BrowserProof } from '../../contract/recording.js'
import { type PracticeOutcome, toPracticeOutcome } from '../transformers/attempt_transformer.js'
import { questionType } from '../../question_types/index.js'
import { answerKey } from './answer_keys.js'
import { cachedDraw } from './drawn_questions.js'
import type { QuizSettings } from './activity_settings.js'
import { questionsOfQuiz } from './questions_of_quiz.js'
import { assertBrowser } from './safe_browser.js'
import { finishOverdue } from './submit_attempt.js'
import { versionContent } from './version_content.js'
import { type Owner, assertMayWork } from './participation_service.js'

interface Asked {
  id: number | null
  activity_id: number
  participation_id: number
  version_id: number
  attempt_status: string
  ends_at: Date | null
  status: ParticipationStatus
  language: string | null
  expires_at: Date | null
  answer_order: string[]
}

// The attempt with its participation, and the requested question if it is in the attempt.
const ASKED = `
  select aq.id, a.activity_id, a.participation_id, p.version_id, a.status as attempt_status, a.ends_at, p.status, case when p.language is not null then coalesce(a.language, p.language) end as language, p.expires_at, aq.answer_order
    from learning_attempts a
    join learning_participations p on p.company_id = a.company_id and p.id = a.participation_id
    left join learning_attempt_questions aq on aq.company_id = a.company_id and aq.attempt_id = a.id and aq.question_id = $2
   where a.id = $1 and p.membership_id = $3`

// The lock waits for a concurrent submission, and then finds that the attempt is no longer running. In a practice quiz the first answer is
// final: of two concurrent answers, the second finds no row to update.
const SAVE = `
  with running as (select id from learning_attempts where id = $1 and status = 'busy' for share)
  update learning_attempt_questions aq set given = $3, saved_at = now()
    from running where aq.id = $2 and aq.attempt_id = running.id and (aq.given is null or not $4::boolean) returning aq.id`

// Only for a practice quiz, and only after the answer is final.
const STORED = `select given from learning_attempt_questions where id = $1`

// The same rules as below, checked in the statement itself; on a refusal the slow path finds the reason.
const SAVE_DEALT = `
  with running as (
    select a.id from learning_attempts a
      join learning_participations p on p.company_id = a.company_id and p.id = a.participation_id
     where a.id = $1 and a.status = 'busy' and (a.ends_at is null or a.ends_at > now()) and p.membership_id = $4
       and p.status in ('registered', 'planned', 'busy') and (p.expires_at is null or p.expires_at > now()) and p.language is not null
       for share of a
  )
  update learning_attempt_questions aq set given = $3, saved_at = now()
    from running where aq.id = $2 and aq.attempt_id = running.id returning aq.id`

/** Saves an answer in one statement, if the attempt's questions are cached. @returns false to use the slow path */
async function saveDealt(
  owner: Owner,
  attemptId: number,
  questionId: number,
  answers: readonly string[],
  proof: BrowserProof,
): Promise<boolean> {
  const dealt = cachedDraw(owner.membershipId, attemptId)
  const asked = dealt?.questions.get(questionId)
  if (!asked) return false
  const { activities } = await versionContent(dealt!.quiz.versionId)
  const quiz = activities.find(({ id }) => id === dealt!.quiz.id)!
  if ((quiz.settings as QuizSettings).practice) return false
  await assertBrowser(quiz, dealt!.participationId, proof)
  const question = (await questionsOfQuiz(quiz)).get(questionId)!
  let given: string[]
  try {
    given = questionType(question.type).read(answers, asked.order, (key) => answerKey(attemptId, questionId, key))
  } catch (error) {
    // Errors about the attempt's state take precedence over errors about the answer.
    if (error instanceof AppError) return false
    throw error
  }
  return (await preparedQuery(db, 'learning_answer_dealt', SAVE_DEALT, [attemptId, asked.id, given, owner.membershipId])).length > 0
}

/**
 * Saves one answer. It can change until the attempt is submitted; in a practice quiz it is final at once, and its result is returned. One
 * prepared statement, because this is the most frequent request of a quiz, and the question and the attempt's order are cached. Two
 * statements without the cache, and three for a practice quiz.
 * @param answers keys of this attempt (answer_keys.ts), or typed text; the question's type validates them
 * @returns the result in a practice quiz; null in a test, where nothing is revealed before submission
 * @throws AppError 404 for a question that is not in this attempt; 409 attempt_already_submitted, time_is_over, answer_fixed,
 * safe_browser_required, participation_*; 422 on `answers`
 */
export async function saveAnswer(
  owner: Owner,
  attemptId: number,
  questionId: number,
  answers: readonly string[],
  proof: BrowserProof,
): Promise<PracticeOutcome | null> {
  if (await saveDealt(owner, attemptId, questionId, answers, proof)) return null
  const [asked] = await preparedQuery<Asked>(db, 'learning_answer_asked', ASKED, [attemptId, questionId, owner.membershipId ?? 0])
  if (!asked) throw notFound()
  if (asked.attempt_status !== 'busy') throw conflict('attempt_already_submitted')
  if (asked.ends_at && asked.ends_at.getTime() <= Date.now()) {
    await finishOverdue(attemptId)
    throw conflict('time_is_over')
  }
  assertMayWork(asked)
  if (asked.id === null) throw notFound()
  const { activities } = await versionContent(asked.version_id)
  const quiz = activities.find(({ id }) => id === asked.activity_id)!
  await assertBrowser(quiz, asked.participation_id, proof)
  const question = (await questionsOfQuiz(quiz)).get(questionId)!
  const { practice = false } = quiz.settings as QuizSettings
  const type = questionType(question.type)
  const given = type.read(answers, asked.answer_order, (key) => answerKey(attemptId, questionId, key))
  // The answer is final at once, so half of the pairs would be a wrong answer for good.
  if (practice && !type.isComplete(given, asked.answer_order)) throw invalid('answers', 'incomplete')
  const saved = await preparedQuery(db, 'learning_answer_save', SAVE, [attemptId, asked.id, given, practice])
  if (!saved.length && !practice) throw conflict('attempt_already_submitted')
  if (!practice) return null
  const [stored] = await preparedQuery<{ given: string[] | null }>(db, 'learning_answer_stands', STORED, [asked.id])
  // A retry after a lost response has the same answer and succeeds. A different answer comes too late.
  if (!saved.length && stored!.given?.join() !== given.join()) throw conflict('answer_fixed')
  return toPracticeOutcome(attemptId, questionId, { ...question, given: stored!.given }, asked.language)
}
