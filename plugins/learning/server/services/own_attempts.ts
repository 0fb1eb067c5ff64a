import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import type { PastAttempt } from '../../activity_types/kind.js'
import type { Activity } from './activity.js'
import Attempt from '../models/attempt.js'
import type Participation from '../models/participation.js'
import type { QuizSettings } from './activity_settings.js'
import { type Attempts, attemptsOf } from './grading.js'
import { type Owner, findOwn } from './participation_service.js'

/** The attempts that remain at a quiz. One query. */
export async function countAttempts(participation: Participation, activity: Activity, trx?: TransactionClientContract): Promise<Attempts> {
  const row = await (trx ?? db)
    .from('learning_attempts')
    .where({ participation_id: participation.id, activity_id: activity.id })
    .count('* as used')
    .max('submitted_at as last')
    .select(
      db.raw(`max(id) filter (where status <> 'busy') as "lastId"`),
      db.raw(`count(*) filter (where status = 'busy') as running`),
      db.raw(`count(*) filter (where status = 'in_review') as "inReview"`),
      db.raw(
        `(select extra_attempts from learning_activity_states where company_id = ? and participation_id = ? and activity_id = ?) as extra`,
        [participation.companyId, participation.id, activity.id],
      ),
    )
    .first()
  const past = {
    used: Number(row.used),
    last: row.last,
    lastId: row.lastId,
    running: Number(row.running) > 0,
    inReview: Number(row.inReview) > 0,
    extra: row.extra,
  }
  return attemptsOf(activity.settings as QuizSettings, past, new Date())
}

/** The attempts at an activity, newest first. */
export async function listAttempts(participation: Participation, activity: Activity): Promise<(PastAttempt & { ends_at: Date | null })[]> {
  return db
    .from('learning_attempts')
    .where({ participation_id: participation.id, activity_id: activity.id })
    .orderBy('number', 'desc')
    .select('id', 'number', 'status', 'grade', 'submitted_at', 'ends_at')
}

/**
 * One of the person's own attempts with its participation.
 * @throws AppError 404 for another person's attempt
 */
export async function findOwnAttempt(
  owner: Owner,
  id: number,
  trx?: TransactionClientContract,
): Promise<{ attempt: Attempt; participation: Participation }> {
  const query = Attempt.query({ client: trx }).where('id', id)
  const attempt = await (trx ? query.forUpdate() : query).first()
  if (!attempt) throw notFound()
  // The attempt is locked first, so that a submission and a save of the same attempt are serialised.
  return { attempt, participation: await findOwn(owner, attempt.participationId, trx) }
}
