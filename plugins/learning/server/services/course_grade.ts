import { counts, kindOf } from '../../activity_types/index.js'
import type { Activity } from './activity.js'

/** An activity that counts towards the grade of a course. */
export interface GradePart {
  activity: Pick<Activity, 'id' | 'title'>
  /** Best grade so far, 0 to 100; null without one. */
  grade: number | null
}

/**
 * The parts of the grade of a course: every counting test, and every other counting activity that was graded. Practice quizzes never count.
 * In course order. Pure.
 */
export function gradeParts(activities: readonly Activity[], states: readonly { activityId: number; grade: number | null }[]): GradePart[] {
  const grades = new Map(states.map(({ activityId, grade }) => [activityId, grade]))
  return activities
    .filter((activity) => counts(activity) && (kindOf(activity).isTest || (grades.get(activity.id) ?? null) !== null))
    .toSorted((a, b) => a.position - b.position)
    .map((activity) => ({ activity, grade: grades.get(activity.id) ?? null }))
}

/** The grade of a course: the mean of the available grades, in whole per cent; null without any. Pure. */
export function courseGrade(parts: readonly Pick<GradePart, 'grade'>[]): number | null {
  const grades = parts.flatMap(({ grade }) => grade ?? [])
  return grades.length ? Math.round(grades.reduce((sum, grade) => sum + grade, 0) / grades.length) : null
}

/**
 * The parts of a course's grade, to show how it was computed. Null when there is nothing to explain: fewer than two parts, or a grade that
 * was not computed from them, such as that of a course that was passed by hand.
 */
export function explainedGrade(grade: number | null, parts: readonly GradePart[]): readonly GradePart[] | null {
  return parts.length > 1 && grade !== null && grade === courseGrade(parts) ? parts : null
}
