import { textIn } from '#core/kit/words'
import { explainedGrade, type GradePart } from '../services/course_grade.js'

/** Returns the computation of a course's grade; null if there is nothing to explain (see explainedGrade). */
export function toCourseGrade(grade: number | null, parts: readonly GradePart[], language: string | null) {
  const explained = explainedGrade(grade, parts)
  return (
    explained && {
      grade: grade!,
      parts: explained.map((part) => ({ id: part.activity.id, title: textIn(part.activity.title, language), grade: part.grade })),
    }
  )
}
export type CourseGrade = NonNullable<ReturnType<typeof toCourseGrade>>
