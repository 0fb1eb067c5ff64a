import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { conflict } from '#core/contract/errors'
import { serviceOf } from '#core/kit/services'
import { attemptRecording } from '../../contract/recording.js'
import { recordHistory } from '../following/history.js'
import Attempt from '../models/attempt.js'
import Participation from '../models/participation.js'
import { activityById } from './activity.js'
import type { QuizSettings } from './activity_settings.js'
import { reopenParticipation } from './review.js'

/**
 * The time that an attempt had left when its computer failed: counted from its last answer if its time ran out since, or from its
 * submission if it was submitted too early. Null without a limit. In milliseconds. Pure.
 */
export function timeLeft(
  attempt: { startedAt: Date; endsAt: Date | null; submittedAt: Date | null },
  lastAnswer: Date | null,
): number | null {
  if (!attempt.endsAt) return null
  const ranOut = !attempt.submittedAt || attempt.submittedAt >= attempt.endsAt
  const stopped = ranOut ? (lastAnswer ?? attempt.startedAt) : attempt.submittedAt!
  return Math.max(0, attempt.endsAt.getTime() - stopped.getTime())
}

/** See LearningService. */
export async function reopenAttempt(
  trx: TransactionClientContract,
  membershipId: number,
  courseId: number,
): Promise<{ attemptId: number; minutes: number | null }> {
  const found: { id: number; activity_id: number } | null = await trx
    .from('learning_attempts as a')
    .join('learning_participations as p', 'p.id', 'a.participation_id')
    .join('learning_activities as q', 'q.id', 'a.activity_id')
    .where({ 'p.membership_id': membershipId, 'p.course_id': courseId })
    .whereRaw(`coalesce((q.settings->>'on_location')::boolean, false)`)
    .orderBy('a.id', 'desc')
    .select('a.id', 'a.activity_id')
    .first()
  if (!found) throw conflict('nothing_to_reopen')
  // The same lock order as a submission.
  const attempt = await Attempt.query({ client: trx }).where('id', found.id).forUpdate().firstOrFail()
  const participation = await Participation.query({ client: trx }).where('id', attempt.participationId).forUpdate().firstOrFail()
  // An attempt that counts, or may still count, cannot be reopened.
  if (attempt.status !== 'busy' && attempt.status !== 'failed') throw conflict('attempt_counts')
  const [{ last }] = await trx.from('learning_attempt_questions').where('attempt_id', attempt.id).max('saved_at as last')
  const times = { startedAt: attempt.startedAt, endsAt: attempt.endsAt, submittedAt: attempt.submittedAt }
  const left = timeLeft(
    {
      startedAt: times.startedAt.toJSDate(),
      endsAt: times.endsAt?.toJSDate() ?? null,
      submittedAt: times.submittedAt?.toJSDate() ?? null,
    },
    last,
  )
  if (left === 0) throw conflict('no_time_left')
  if (attempt.status === 'busy' && left === null) throw conflict('nothing_to_reopen')
  const wasHandedIn = attempt.status === 'failed'
  attempt.merge({
    status: 'busy',
    grade: null,
    submittedAt: null,
    endsAt: left === null ? null : DateTime.now().plus({ milliseconds: left }),
  })
  await attempt.useTransaction(trx).save()
  if (wasHandedIn) {
    await trx.from('learning_attempt_questions').where('attempt_id', attempt.id).update({ correct: null })
    const { has_video: isRecorded } = (await activityById(attempt.activityId, trx)).settings as QuizSettings
    if (isRecorded) await (await serviceOf(attemptRecording, trx))?.reopened(trx, attempt.id)
    await trx
      .from('learning_activity_states')
      .where({ participation_id: participation.id, activity_id: attempt.activityId })
      .update({ status: 'doing', grade: await bestGrade(trx, attempt) })
    if (participation.status === 'failed') await reopenParticipation(trx, participation)
  }
  const minutes = left === null ? null : Math.ceil(left / 60_000)
  await recordHistory(trx, null, { participationId: participation.id, action: 'reopen', details: { attempt: attempt.number, minutes } })
  return { attemptId: attempt.id, minutes }
}

async function bestGrade(trx: TransactionClientContract, { participationId, activityId }: Attempt): Promise<number | null> {
  const [{ best }] = await trx
    .from('learning_attempts')
    .where({ participation_id: participationId, activity_id: activityId })
    .whereNotNull('submitted_at')
    .max('grade as best')
  return best
}
