import { kindOf } from '../../activity_types/index.js'
import type { Activity } from './activity.js'

export type LessonActivity = Pick<Activity, 'id' | 'key' | 'type' | 'position' | 'moduleId' | 'title'>

/**
 * The lesson that explains a question: the one it names, else the quiz's, else
 * the last page before the quiz, of its own module first. Pure.
 * @param activities of the version that the participation keeps
 */
export function lessonFor(
  named: readonly (string | null | undefined)[],
  quiz: Pick<Activity, 'position' | 'moduleId'>,
  activities: readonly LessonActivity[],
): LessonActivity | null {
  const lessons = activities.filter((activity) => kindOf(activity).isReading)
  for (const key of named) {
    const lesson = key && lessons.find((one) => one.key === key)
    if (lesson) return lesson
  }
  const before = lessons.filter(({ position }) => position < quiz.position).sort((a, b) => b.position - a.position)
  return before.find(({ moduleId }) => moduleId === quiz.moduleId) ?? before[0] ?? null
}
