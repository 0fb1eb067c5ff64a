import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { AppError, conflict } from '#core/contract/errors'
import { emit } from '#core/kit/events'
import { courseFailed, coursePassed } from '../../contract/index.js'
import type Activity from '../models/activity.js'
import type Participation from '../models/participation.js'
import { type EvaluationSettings, countsForProgress } from './activity_settings.js'
import { loadContent, openActivity } from './course_content.js'
import { progressOf } from './locking.js'
import { type Owner, assertRunning, factsOf, findOwn } from './participation_service.js'

/** Marks an activity as opened; opening it again changes nothing. @throws AppError as assertRunning and openActivity */
export async function open(owner: Owner, participationId: number, activityId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const { activity, participation } = await workOn(owner, participationId, activityId, trx)
    await setState(trx, participation, activity, { status: 'doing', keepExisting: true })
  })
}

/** Finishes a rich text. @throws AppError as `open`; 409 activity_not_completable for a type that finishes otherwise */
export async function complete(owner: Owner, participationId: number, activityId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const { activity, participation } = await workOn(owner, participationId, activityId, trx)
    if (activity.type !== 'richtext') throw conflict('activity_not_completable')
    await setState(trx, participation, activity, { status: 'finished' })
    await settle(trx, participation)
  })
}

/**
 * Takes the answers of an evaluation and finishes it.
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
    if (activity.type !== 'evaluation') throw conflict('activity_not_completable')
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

/** Locks the participation's row, so that two tabs cannot finish the same thing at once. */
export async function workOn(owner: Owner, participationId: number, activityId: number, trx: TransactionClientContract) {
  const participation = await findOwn(owner, participationId, trx)
  assertRunning(participation)
  const content = await loadContent(participation, trx)
  return { participation, content, ...openActivity(content, activityId) }
}

interface NewState {
  status: 'doing' | 'waiting' | 'finished' | 'failed'
  grade?: number | null
  /** Leave a state that is there as it is. */
  keepExisting?: boolean
}

/** Writes the state of one activity. What is finished stays finished. */
export async function setState(
  trx: TransactionClientContract,
  participation: Participation,
  activity: Activity,
  { status, grade = null, keepExisting = false }: NewState,
): Promise<void> {
  await trx.rawQuery(
    `insert into learning_activity_states (company_id, participation_id, activity_id, status, grade, finished_at)
     values (?, ?, ?, ?, ?, ?)
     on conflict (company_id, participation_id, activity_id) do ${
       keepExisting
         ? 'nothing'
         : `update set status = excluded.status, grade = greatest(learning_activity_states.grade, excluded.grade), finished_at = excluded.finished_at
            where learning_activity_states.status <> 'finished'`
     }`,
    [participation.companyId, participation.id, activity.id, status, grade as number, (status === 'finished' ? new Date() : null) as Date],
  )
}

/**
 * Brings progress, grade and status in line with the activities' states, and
 * tells of a course that was passed or failed. Called after every change.
 */
export async function settle(trx: TransactionClientContract, participation: Participation): Promise<void> {
  const { activities, states } = await loadContent(participation, trx)
  const counting = activities.filter(({ type, settings }) => countsForProgress(type, settings))
  // A quiz that does not count neither helps nor harms.
  const countingIds = new Set(counting.map(({ id }) => id))
  const relevant = states.filter(({ activityId }) => countingIds.has(activityId))
  const quizGrades = relevant.filter((state) => state.grade !== null).map((state) => state.grade!)
  participation.progress = progressOf(
    counting.map(({ id }) => id),
    states,
  )
  participation.grade = quizGrades.length ? Math.round(quizGrades.reduce((sum, grade) => sum + grade, 0) / quizGrades.length) : null

  const version = await trx
    .from('learning_course_versions')
    .where('id', participation.versionId)
    .select('name', 'passed_grade', 'certificate_valid_months')
    .firstOrFail()
  const allDone = participation.progress === 100
  const gradeSuffices = participation.grade === null || participation.grade >= version.passed_grade
  const failedForGood = relevant.some((state) => state.status === 'failed') || (allDone && !gradeSuffices)
  const now = DateTime.now()
  if (allDone && gradeSuffices) participation.status = 'passed'
  else if (failedForGood) participation.status = 'failed'
  if (participation.isOver) participation.finishedAt = now
  await participation.useTransaction(trx).save()

  const facts = factsOf(participation, version.name)
  if (participation.status === 'passed') {
    await emit(trx, coursePassed, {
      ...facts,
      language: participation.language!,
      grade: participation.grade,
      passedAt: now.toUTC().toISO(),
      certificateValidMonths: version.certificate_valid_months,
    })
  } else if (participation.status === 'failed') {
    await emit(trx, courseFailed, { ...facts, grade: participation.grade, failedAt: now.toUTC().toISO() })
  }
}
