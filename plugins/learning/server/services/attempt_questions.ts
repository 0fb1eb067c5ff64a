import db from '@adonisjs/lucid/services/db'
import Activity from '../models/activity.js'
import type Attempt from '../models/attempt.js'
import type { AskedQuestion } from '../transformers/attempt_transformer.js'

/** The questions that an attempt was dealt, in its order. Two queries; what may leave the server the transformer decides. */
export async function loadAsked(attempt: Attempt): Promise<{ activity: Activity; questions: AskedQuestion[] }> {
  const activity = await Activity.findOrFail(attempt.activityId)
  const questions: AskedQuestion[] = await db
    .from('learning_attempt_questions as aq')
    .join('learning_questions as q', 'q.id', 'aq.question_id')
    .where('aq.attempt_id', attempt.id)
    .orderBy('aq.position')
    .select(
      'aq.question_id',
      'aq.position',
      'aq.answer_order',
      'aq.given',
      'aq.correct',
      'q.type',
      'q.text',
      'q.answers',
      'q.content',
      'q.picture',
      'q.feedback_correct',
      'q.feedback_incorrect',
      'q.lesson_key',
    )
  return { activity, questions }
}
