import { kindOf } from '../../activity_types/index.js'
import type { Activity } from './activity.js'

export type LessonActivity = Pick<Activity, 'id' | 'key' | 'type' | 'title'>

/**
 * The page that explains a question: the one that the question names, else the one that its quiz names. Null when neither names one,
 * because a guess could lead to the wrong page. Pure.
 * @param named keys in order of preference
 * @param activities of the participation's version
 */
export function lessonFor(named: readonly (string | null | undefined)[], activities: readonly LessonActivity[]): LessonActivity | null {
  for (const key of named) {
    const lesson = key && activities.find((one) => one.key === key && kindOf(one).isReading)
    if (lesson) return lesson
  }
  return null
}
