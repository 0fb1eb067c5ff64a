import { expect, it } from 'vitest'
import { type LessonActivity, lessonFor } from '../server/services/lessons.js'

const activity = (id: number, moduleId: number, type: LessonActivity['type'] = 'richtext'): LessonActivity => ({
  id,
  key: `step-${id}`,
  type,
  position: id,
  moduleId,
  title: {},
})
const course = [activity(1, 1), activity(2, 1), activity(3, 1, 'quiz'), activity(4, 2, 'quiz'), activity(5, 2)]
const [, , firstQuiz, secondQuiz] = course as [LessonActivity, LessonActivity, LessonActivity, LessonActivity]

it('the lesson that explains a question is the one it names, else the quiz’s, else the page before the quiz', () => {
  expect(lessonFor(['step-1', 'step-2'], firstQuiz, course)?.id).toBe(1)
  expect(lessonFor([null, 'step-5'], firstQuiz, course)?.id).toBe(5)
  expect(lessonFor([null, undefined], firstQuiz, course)?.id).toBe(2)
  expect(lessonFor(['gone', 'step-3'], firstQuiz, course)?.id, 'a quiz explains nothing').toBe(2)
  expect(lessonFor([], secondQuiz, course)?.id, 'none in its own module').toBe(2)
  expect(lessonFor([], firstQuiz, [firstQuiz])).toBeNull()
})
