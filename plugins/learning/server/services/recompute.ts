import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { emit } from '#core/kit/events'
import { courseFailed, coursePassed, participationProgressed } from '../../contract/index.js'
import type Participation from '../models/participation.js'
import { counts } from '../../activity_types/index.js'
import { type CourseContent, loadContent } from './course_content.js'
import { courseGrade, gradeParts } from './course_grade.js'
import { progressOf } from './locking.js'
import type { StateRow } from './own_states.js'
import { factsOf } from './participation_service.js'

/** The result of a course from the states of its activities; `status` is null while it is not finished. */
export interface CourseOutcome {
  progress: number
  grade: number | null
  status: 'passed' | 'failed' | null
}

/** Computes progress, grade and status from the activities' states. Pure. */
export function outcomeOf({
  version,
  activities,
  states,
}: {
  version: Pick<CourseContent['version'], 'passed_grade'>
  activities: CourseContent['activities']
  states: readonly StateRow[]
}): CourseOutcome {
  const counting = activities.filter(counts)
  // A quiz that does not count has no effect.
  const countingIds = new Set(counting.map(({ id }) => id))
  const progress = progressOf(
    counting.map(({ id }) => id),
    states,
  )
  const grade = courseGrade(gradeParts(activities, states))
  const gradeSuffices = grade === null || grade >= version.passed_grade
  const failedForGood = states.some(({ activityId, status }) => countingIds.has(activityId) && status === 'failed')
  if (progress === 100 && gradeSuffices) return { progress, grade, status: 'passed' }
  return { progress, grade, status: failedForGood || progress === 100 ? 'failed' : null }
}

/**
 * Updates progress, grade and status from the activities' states, and emits an event when the course was passed or failed. Called after
 * every change.
 * @param content after the change, if the caller has it
 */
export async function settle(
  trx: TransactionClientContract,
  participation: Participation,
  content?: Pick<CourseContent, 'version' | 'activities' | 'states'>,
): Promise<void> {
  const { version, activities, states } = content ?? (await loadContent(participation, trx))
  const outcome = outcomeOf({ version, activities, states })
  participation.progress = outcome.progress
  participation.grade = outcome.grade
  if (outcome.status) participation.status = outcome.status
  const now = DateTime.now()
  if (participation.isOver) participation.finishedAt = now
  participation.settleAgain = false
  const wentOn = 'progress' in participation.$dirty || 'grade' in participation.$dirty
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
  } else if (wentOn) await emit(trx, participationProgressed, facts)
}
