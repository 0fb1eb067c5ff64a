import db from '@adonisjs/lucid/services/db'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import type { ParticipationStatus } from '../../contract/states.js'
import { authorKeys } from './answer_keys.js'
import { type Owner, assertMayWork } from './participation_service.js'

interface Asked {
  id: number | null
  attempt_status: string
  status: ParticipationStatus
  language: string | null
  expires_at: Date | null
  answer_order: string[]
  type: string
}

// The attempt with its participation, and of its questions the one that is asked for, if it is among them.
const ASKED = `
  select aq.id, a.status as attempt_status, p.status, p.language, p.expires_at, aq.answer_order, q.type
    from learning_attempts a
    join learning_participations p on p.company_id = a.company_id and p.id = a.participation_id
    left join learning_attempt_questions aq on aq.company_id = a.company_id and aq.attempt_id = a.id and aq.question_id = $2
    left join learning_questions q on q.id = aq.question_id
   where a.id = $1 and p.membership_id = $3`

// The lock waits for a submission that is under way, and then finds that the attempt is not running any more.
const SAVE = `
  with running as (select id from learning_attempts where id = $1 and status = 'busy' for share)
  update learning_attempt_questions aq set given = $3, saved_at = now()
    from running where aq.id = $2 and aq.attempt_id = running.id returning aq.id`

/**
 * Saves one answer. It may change until the attempt is submitted. Two
 * statements, both prepared: this is what a quiz asks of the server most.
 * @param answers keys as this attempt names them (answer_keys.ts)
 * @throws AppError 404 for a question that is not in this attempt; 409 attempt_already_submitted, participation_*; 422 on `answers`
 */
export async function saveAnswer(owner: Owner, attemptId: number, questionId: number, answers: readonly string[]): Promise<void> {
  const [asked] = await preparedQuery<Asked>(db, 'learning_answer_asked', ASKED, [attemptId, questionId, owner.membershipId ?? 0])
  if (!asked) throw notFound()
  if (asked.attempt_status !== 'busy') throw conflict('attempt_already_submitted')
  assertMayWork(asked)
  if (asked.id === null) throw notFound()
  const given = authorKeys(attemptId, questionId, asked.answer_order, [...new Set(answers)])
  if (!given) throw invalid('answers', 'unknown_answer')
  if (!given.length) throw invalid('answers', 'required')
  if (asked.type !== 'multiple' && given.length !== 1) throw invalid('answers', 'one_answer')
  const saved = await preparedQuery(db, 'learning_answer_save', SAVE, [attemptId, asked.id, given])
  if (!saved.length) throw conflict('attempt_already_submitted')
}
