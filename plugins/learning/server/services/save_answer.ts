import db from '@adonisjs/lucid/services/db'
import { AppError, conflict, invalid, notFound } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import type { ParticipationStatus } from '../../contract/states.js'
import type { BrowserProof } from '../../contract/recording.js'
import { type PracticeOutcome, toPracticeOutcome } from '../transformers/attempt_transformer.js'
import { questionType } from '../../question_types/index.js'
import { answerKey } from './answer_keys.js'
import { dealtTo } from './dealt.js'
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

// The attempt with its participation, and of its questions the one that is asked for, if it is among them.
const ASKED = `
  select aq.id, a.activity_id, a.participation_id, p.version_id, a.status as attempt_status, a.ends_at, p.status, case when p.language is not null then coalesce(a.language, p.language) end as language, p.expires_at, aq.answer_order
    from learning_attempts a
    join learning_participations p on p.company_id = a.company_id and p.id = a.participation_id
    left join learning_attempt_questions aq on aq.company_id = a.company_id and aq.attempt_id = a.id and aq.question_id = $2
   where a.id = $1 and p.membership_id = $3`

// The lock waits for a submission that is under way, and then finds that the attempt is not running any more.
// In practice the first answer stands: of two at once, one finds nothing to write.
const SAVE = `
  with running as (select id from learning_attempts where id = $1 and status = 'busy' for share)
  update learning_attempt_questions aq set given = $3, saved_at = now()
    from running where aq.id = $2 and aq.attempt_id = running.id and (aq.given is null or not $4::boolean) returning aq.id`

// Only in practice, and only after the answer stands.
const STANDS = `select given from learning_attempt_questions where id = $1`

// The same rules as below, held by the statement itself; who it refuses is told why the long way.
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

/** Saves an answer in one statement, when what the attempt was dealt is in memory. @returns false for the long way */
async function saveDealt(
  owner: Owner,
  attemptId: number,
  questionId: number,
  answers: readonly string[],
  proof: BrowserProof,
): Promise<boolean> {
  const dealt = dealtTo(owner.membershipId, attemptId)
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
    // Whether the attempt still runs is told before what is wrong with the answer.
    if (error instanceof AppError) return false
    throw error
  }
  return (await preparedQuery(db, 'learning_answer_dealt', SAVE_DEALT, [attemptId, asked.id, given, owner.membershipId])).length > 0
}

/**
 * Saves one answer. It may change until the attempt is submitted; in practice
 * it stands at once, and its outcome is told. One prepared statement, as this is what a quiz asks of the server most: the
 * question and what was dealt are in memory. Two where they are not, and in practice three.
 * @param answers as this attempt names them (answer_keys.ts), or what was typed; what of it makes sense the question's type says
 * @returns in practice what became of it; null in a test, where nothing is told before submission
 * @throws AppError 404 for a question that is not in this attempt; 409 attempt_already_submitted, time_is_over, answer_fixed, safe_browser_required, participation_*; 422 on `answers`
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
  // It stands at once: half of the pairs would be a wrong answer for good.
  if (practice && !type.isComplete(given, asked.answer_order)) throw invalid('answers', 'incomplete')
  const saved = await preparedQuery(db, 'learning_answer_save', SAVE, [attemptId, asked.id, given, practice])
  if (!saved.length && !practice) throw conflict('attempt_already_submitted')
  if (!practice) return null
  const [stored] = await preparedQuery<{ given: string[] | null }>(db, 'learning_answer_stands', STANDS, [asked.id])
  // Sent again, because the reply was lost on its way: the same answer. Another one comes too late.
  if (!saved.length && stored!.given?.join() !== given.join()) throw conflict('answer_fixed')
  return toPracticeOutcome(attemptId, questionId, { ...question, given: stored!.given }, asked.language)
}
