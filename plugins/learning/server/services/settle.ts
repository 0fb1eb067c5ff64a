import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { emit } from '#core/kit/events'
import { courseFailed, coursePassed, participationProgressed } from '../../contract/index.js'
import type Participation from '../models/participation.js'
import { counts } from '../../activity_types/index.js'
import { type CourseContent, loadContent } from './course_content.js'
import { courseGrade, gradeParts } from './course_grade.js'
import { progressOf } from './locking.js'
import { factsOf } from './participation_service.js'

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
  const counting = activities.filter(counts)
  // A quiz that does not count has no effect.
  const countingIds = new Set(counting.map(({ id }) => id))
  const relevant = states.filter(({ activityId }) => countingIds.has(activityId))
  participation.progress = progressOf(
    counting.map(({ id }) => id),
    states,
  )
  participation.grade = courseGrade(gradeParts(activities, states))

  const allDone = participation.progress === 100
  const gradeSuffices = participation.grade === null || participation.grade >= version.passed_grade
  const failedForGood = relevant.some((state) => state.status === 'failed') || (allDone && !gradeSuffices)
  const now = DateTime.now()
  if (allDone && gradeSuffices) participation.status = 'passed'
  else if (failedForGood) participation.status = 'failed'
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
