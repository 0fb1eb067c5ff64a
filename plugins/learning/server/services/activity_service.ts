import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import { kindOf } from '../../activity_types/index.js'
import type { Activity } from './activity.js'
import type Participation from '../models/participation.js'
import type { EvaluationSettings } from './activity_settings.js'
import { loadContent, openActivity } from './course_content.js'
import { type Owner, assertRunning, findOwn } from './participation_service.js'
import { settle } from './recompute.js'
import { assertWatched } from './video_views.js'

/** Marks an activity as opened. Idempotent. @throws AppError as assertRunning and openActivity */
export async function open(owner: Owner, participationId: number, activityId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const { activity, participation } = await workOn(owner, participationId, activityId, trx)
    await setState(trx, participation, activity, { status: 'doing', keepExisting: true })
  })
}

/**
 * Finishes a page. @throws AppError as `open`; 409 videos_not_watched; 409 activity_not_completable for a type that is finished in another
 * way
 */
export async function complete(owner: Owner, participationId: number, activityId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const { activity, participation } = await workOn(owner, participationId, activityId, trx)
    if (kindOf(activity).finishedBy !== 'reading') throw conflict('activity_not_completable')
    await assertWatched(participation, activity, trx)
    await setState(trx, participation, activity, { status: 'finished' })
    await settle(trx, participation)
  })
}

/**
 * Stores the answers of an evaluation and finishes it.
 * @throws AppError as `open`; 422 per question: required, enum, range, string
 */
export async function answerEvaluation(
  owner: Owner,
  participationId: number,
  activityId: number,
  answers: Record<string, string | number>,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { activity, participation } = await workOn(owner, participationId, activityId, trx)
    if (kindOf(activity).finishedBy !== 'answers') throw conflict('activity_not_completable')
    const rows = checkEvaluation(activity.settings as EvaluationSettings, answers).map(([key, value]) => ({
      company_id: participation.companyId,
      participation_id: participation.id,
      activity_id: activity.id,
      question_key: key,
      value: JSON.stringify(value),
    }))
    if (rows.length) {
      await trx
        .knexQuery()
        .table('learning_evaluation_answers')
        .insert(rows)
        .onConflict(['company_id', 'participation_id', 'activity_id', 'question_key'])
        .merge(['value', 'saved_at'])
    }
    await setState(trx, participation, activity, { status: 'finished' })
    await settle(trx, participation)
  })
}

function checkEvaluation({ questions }: EvaluationSettings, answers: Record<string, string | number>): [string, string | number][] {
  const errors: { field: string; rule: string }[] = []
  const fail = (key: string, rule: string) => errors.push({ field: `answers.${key}`, rule })
  const known = new Set(questions.map(({ key }) => key))
  for (const key of Object.keys(answers)) if (!known.has(key)) fail(key, 'unknown')
  const kept = questions.flatMap((question): [string, string | number][] => {
    const value = answers[question.key]
    if (value === undefined || value === '') {
      if (question.mandatory) fail(question.key, 'required')
      return []
    }
    if (question.type === 'scale' && !(typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5))
      fail(question.key, 'range')
    if (question.type === 'choice' && !question.answers.some(({ key }) => key === value)) fail(question.key, 'enum')
    if (question.type === 'open' && typeof value !== 'string') fail(question.key, 'string')
    return [[question.key, value]]
  })
  if (errors.length) throw new AppError(422, 'validation_failed', { errors })
  return kept
}

/** Locks the participation's row, so that two tabs cannot finish the same step concurrently. */
export async function workOn(owner: Owner, participationId: number, activityId: number, trx: TransactionClientContract) {
  return workIn(await findOwn(owner, participationId, trx), activityId, trx)
}

/** The same for a participation that is already locked. @throws AppError as assertRunning and openActivity */
export async function workIn(participation: Participation, activityId: number, trx: TransactionClientContract) {
  assertRunning(participation)
  const content = await loadContent(participation, trx)
  return { participation, content, ...openActivity(content, activityId) }
}

export interface NewState {
  status: 'doing' | 'waiting' | 'finished' | 'failed'
  grade?: number | null
  /** Days that it counts as finished while the course is in progress. */
  validDays?: number | null
  /** Do not change an existing state. */
  keepExisting?: boolean
}

const STATE = `
  insert into learning_activity_states (company_id, participation_id, activity_id, status, grade, finished_at, valid_until)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (company_id, participation_id, activity_id)`
const UNLESS_FINISHED = `
  set status = excluded.status, grade = greatest(learning_activity_states.grade, excluded.grade), finished_at = excluded.finished_at,
    valid_until = excluded.valid_until
  where learning_activity_states.status <> 'finished'`
/** The parameters are `stateValues`, $1 to $7. Returns the new state; no row if it was finished before. */
export const SET_STATE = `${STATE} do update ${UNLESS_FINISHED}
  returning activity_id as "activityId", status, grade, finished_at as "finishedAt"`

/** The parameter values for a new state. */
export function stateValues(
  participation: Participation,
  activity: Activity,
  { status, grade = null, validDays = null }: NewState,
): unknown[] {
  const finishedAt = status === 'finished' ? new Date() : null
  const validUntil = finishedAt && validDays ? new Date(finishedAt.getTime() + validDays * 86_400_000) : null
  return [participation.companyId, participation.id, activity.id, status, grade, finishedAt, validUntil]
}

/** Writes the state of one activity. A finished activity stays finished. */
export async function setState(
  trx: TransactionClientContract,
  participation: Participation,
  activity: Activity,
  state: NewState,
): Promise<void> {
  const values = stateValues(participation, activity, state)
  if (state.keepExisting) await preparedQuery(trx, 'learning_state_open', `${STATE} do nothing`, values)
  else await preparedQuery(trx, 'learning_state_set', SET_STATE, values)
}
