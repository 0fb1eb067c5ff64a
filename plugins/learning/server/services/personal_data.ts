import db from '@adonisjs/lucid/services/db'
import { type Localized, type QuestionTypeName, type TypedQuestion, questionType } from '../../question_types/index.js'

/** All learning data of a membership, as plain JSON. */
export async function exportPersonalData(membershipId: number): Promise<Record<string, unknown>> {
  const participations = await db.from('learning_participations').where('membership_id', membershipId)
  const ids = participations.map(({ id }) => id)
  const attempts = await db.from('learning_attempts').whereIn('participation_id', ids)
  return {
    participations,
    steps: await db.from('learning_activity_states').whereIn('participation_id', ids),
    attempts,
    answers: (await answersOf(attempts.map(({ id }) => id))).map(toGivenAnswer),
    // The text that they wrote for a draft belongs to the company; the fact that they wrote it is personal data.
    edited: await db.from('learning_draft_parts').where('membership_id', membershipId).select('kind', 'key', 'updated_at'),
    videos: await db
      .from('learning_video_views')
      .whereIn('participation_id', ids)
      .select('participation_id', 'activity_id', 'video', db.raw('covered::text as covered'), 'position', 'reported_at'),
    packages: await db
      .from('learning_package_work')
      .whereIn('participation_id', ids)
      .select('participation_id', 'activity_id', 'items', 'opened_at', 'updated_at'),
    external_work: await db
      .from('learning_external_work')
      .whereIn('participation_id', ids)
      .select('participation_id', 'activity_id', 'opened_at', 'reported_at', 'finished_at', 'grade', 'note'),
    history: await db
      .from('learning_participation_history')
      .whereIn('participation_id', ids)
      .select('participation_id', 'action', 'reason', 'details', 'at'),
    reminders: await db.from('learning_due_mails').whereIn('participation_id', ids).select('participation_id', 'kind', 'due_at', 'at'),
    evaluation_answers: await db.from('learning_evaluation_answers').whereIn('participation_id', ids),
  }
}

/**
 * Erases a person's answers and results. That somebody took a course stays countable only in reports, which contain no name after their own
 * erasure.
 */
export async function erasePersonalData(membershipId: number): Promise<void> {
  // A supervisor's assignments and acts stay with the other person's course; only the supervisor's identity is erased.
  await db.from('learning_participations').where('assigned_by', membershipId).update({ assigned_by: null })
  await db.from('learning_participation_history').where('by_membership_id', membershipId).update({ by_membership_id: null })
  // Attempts, states, answers, history and reminders are deleted together with the participation.
  await db.from('learning_participations').where('membership_id', membershipId).delete()
  await db.from('learning_draft_parts').where('membership_id', membershipId).update({ membership_id: null })
}

interface GivenRow extends TypedQuestion {
  attempt_id: number
  position: number
  given: string[] | null
  correct: boolean | null
  saved_at: Date | null
  question: Localized
  type: QuestionTypeName
}

const answersOf = (attemptIds: number[]): Promise<GivenRow[]> =>
  db
    .from('learning_attempt_questions as given')
    .join('learning_questions as q', 'q.id', 'given.question_id')
    .whereIn('given.attempt_id', attemptIds)
    .orderBy(['given.attempt_id', 'given.position'])
    .select('given.attempt_id', 'given.position', 'given.given', 'given.correct', 'given.saved_at', 'q.text as question')
    .select('q.type', 'q.answers', 'q.content')

/** Returns the answers as text, because a key means nothing to the person. Other right answers are left out: they belong to the course. */
const toGivenAnswer = ({ type, answers, content, given, ...row }: GivenRow) => ({
  ...row,
  given: given && questionType(type).words({ answers, content }, given),
})
