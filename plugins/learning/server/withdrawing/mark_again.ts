import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { preparedQuery } from '#core/kit/database'
import { emit } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { courseRegraded } from '../../contract/index.js'
import { attemptRecording } from '../../contract/recording.js'
import { recordHistoryOfAll } from '../following/history.js'
import Attempt from '../models/attempt.js'
import Participation from '../models/participation.js'
import { SET_STATE, stateValues } from '../services/activity_service.js'
import type { QuizSettings } from '../services/activity_settings.js'
import { factsOf } from '../services/participation_service.js'
import { reopenParticipation } from '../services/review.js'
import { settle } from '../services/recompute.js'
import { versionContent } from '../services/version_content.js'
import { planFor, QUIZZES_THAT_ASK } from './past_work.js'
import type { Plan } from './plan.js'
import { mailRegraded } from './mail_regraded.js'

/** Participations that are read at once. */
const AT_ONCE = 500

export interface Withdrawal {
  id: number
  question_id: number
  reason: string
  also_fails: boolean
  /** Null for the platform. */
  company_id: number | null
}

/**
 * Marks the attempts of the running company again for each withdrawn question, one transaction per participation; the job
 * `learning.mark_again`. It continues where it was interrupted, and two concurrent runs change nothing twice.
 */
export async function markAgain(): Promise<void> {
  const { rows } = await db.rawQuery<{ rows: Withdrawal[] }>(
    `select w.id, w.question_id, w.reason, w.also_fails, w.company_id from learning_withdrawals w
      where (w.company_id is null or w.company_id = ?) and not exists (
        select from learning_withdrawals_marked m where m.company_id = ? and m.withdrawal_id = w.id and m.finished_at is not null)
      order by w.id`,
    [currentCompanyId(), currentCompanyId()],
  )
  for (const withdrawal of rows) await markAll(withdrawal)
}

async function markAll(withdrawal: Withdrawal): Promise<void> {
  const own = { company_id: currentCompanyId(), withdrawal_id: withdrawal.id }
  await db.knexQuery().table('learning_withdrawals_marked').insert(own).onConflict(['company_id', 'withdrawal_id']).ignore()
  for (;;) {
    const { last_participation_id: last } = await db.from('learning_withdrawals_marked').where(own).firstOrFail()
    const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
      `select distinct a.participation_id as id from learning_attempts a
         join learning_attempt_questions q on q.company_id = a.company_id and q.attempt_id = a.id and q.question_id = ?
        where a.company_id = ? and a.activity_id in (${QUIZZES_THAT_ASK}) and a.participation_id > ?
        order by 1 limit ${AT_ONCE}`,
      [withdrawal.question_id, currentCompanyId(), withdrawal.question_id, last],
    )
    for (const { id } of rows) await markOne(withdrawal, id)
    if (rows.length < AT_ONCE) break
  }
  await db.from('learning_withdrawals_marked').where(own).update({ finished_at: new Date() })
}

/** Marks one participation again, unless it was marked already. */
async function markOne(withdrawal: Withdrawal, participationId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const own = { company_id: currentCompanyId(), withdrawal_id: withdrawal.id }
    const progress = await trx.from('learning_withdrawals_marked').where(own).forUpdate().firstOrFail()
    if (progress.last_participation_id >= participationId) return
    // The same lock order as a submission: attempts, then the participation. A submission that is under way is waited for.
    await Attempt.query({ client: trx }).where('participation_id', participationId).orderBy('id').forUpdate().select('id')
    const participation = await Participation.query({ client: trx }).where('id', participationId).forUpdate().first()
    const withdrawn = withdrawal.also_fails ? ('strict' as const) : ('kept' as const)
    const plan = participation && (await planFor(participation, { id: withdrawal.question_id, withdrawn }, trx))
    const before = participation?.status
    if (plan?.attempts.length) await apply(trx, participation!, plan, withdrawal)
    await trx
      .from('learning_withdrawals_marked')
      .where(own)
      .update({
        last_participation_id: participationId,
        changed: progress.changed + (plan?.attempts.length ?? 0),
        passed: progress.passed + Number(plan?.status === 'passed' && before !== 'passed'),
        failed: progress.failed + Number(plan?.status !== 'passed' && before === 'passed'),
      })
  })
}

async function apply(trx: TransactionClientContract, participation: Participation, plan: Plan, withdrawal: Withdrawal): Promise<void> {
  for (const { id, before, after } of plan.attempts) {
    await trx.from('learning_attempts').where('id', id).update(after)
    if (before.status !== 'in_review' && after.status === 'in_review') await (await serviceOf(attemptRecording, trx))?.review(trx, id)
  }
  for (const { activity, status, grade, finishes } of plan.states) {
    const { valid_days: validDays = null } = activity.settings as QuizSettings
    if (finishes && status === 'finished')
      await preparedQuery(trx, 'learning_state_set', SET_STATE, stateValues(participation, activity, { status, grade, validDays }))
    else
      await trx
        .from('learning_activity_states')
        .where({ participation_id: participation.id, activity_id: activity.id })
        .update({ status, grade, ...(status !== 'finished' && { finished_at: null, valid_until: null }) })
  }
  await follow(trx, participation, plan)
  const by = withdrawal.company_id === null ? { companyId: null, membershipId: null } : null
  await recordHistoryOfAll(
    trx,
    by,
    plan.attempts.map(({ number, activityId: activity, before, after }) => ({
      participationId: participation.id,
      action: 'regraded' as const,
      reason: withdrawal.reason,
      details: { activity, attempt: number, from: before.grade, to: after.grade, was: before.status, is: after.status },
    })),
  )
  await mailRegraded(trx, participation, plan, withdrawal.id)
}

async function follow(trx: TransactionClientContract, participation: Participation, plan: Plan): Promise<void> {
  if (plan.participation === 'unchanged') return
  const wasPassed = participation.status === 'passed'
  if (plan.participation === 'settle') return settle(trx, participation)
  if (plan.participation === 'reopen') {
    // A pass needs nothing else; any other result first reopens the course.
    if (plan.status === 'passed') participation.merge({ status: 'busy', finishedAt: null })
    else await reopenParticipation(trx, participation)
    await settle(trx, participation)
    if (!wasPassed) return
  } else {
    participation.grade = plan.grade
    await participation.useTransaction(trx).save()
  }
  const { version } = await versionContent(participation.versionId, trx)
  const { status, grade } = participation
  await emit(trx, courseRegraded, { ...factsOf(participation, version.name), status, grade, regradedAt: DateTime.now().toUTC().toISO() })
}
