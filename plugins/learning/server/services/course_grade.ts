import { counts, kindOf } from '../../activity_types/index.js'
import type { Activity } from './activity.js'

/** One activity that the grade of a course is made of. */
export interface GradePart {
  activity: Pick<Activity, 'id' | 'title'>
  /** Best grade so far, 0 to 100; null while there is none. */
  grade: number | null
}

/**
 * What the grade of a course is made of: every test that counts, and every other activity that counts and was graded.
 * Practice never counts. In the order of the course. Pure.
 */
export function gradeParts(activities: readonly Activity[], states: readonly { activityId: number; grade: number | null }[]): GradePart[] {
  const grades = new Map(states.map(({ activityId, grade }) => [activityId, grade]))
  return activities
    .filter((activity) => counts(activity) && (kindOf(activity).isTest || (grades.get(activity.id) ?? null) !== null))
    .toSorted((a, b) => a.position - b.position)
    .map((activity) => ({ activity, grade: grades.get(activity.id) ?? null }))
}

/** The grade of a course: the mean of the grades there are, in whole per cents; null while there is none. Pure. */
export function courseGrade(parts: readonly Pick<GradePart, 'grade'>[]): number | null {
  const grades = parts.flatMap(({ grade }) => grade ?? [])
  return grades.length ? Math.round(grades.reduce((sum, grade) => sum + grade, 0) / grades.length) : null
}

/**
 * The parts of a course's grade for showing how it came about; null where there is nothing to explain: fewer than two
 * parts, or a grade that did not come from them, such as one of a course that was finished by hand.
 */
export function explainedGrade(grade: number | null, parts: readonly GradePart[]): readonly GradePart[] | null {
  return parts.length > 1 && grade !== null && grade === courseGrade(parts) ? parts : null
}
