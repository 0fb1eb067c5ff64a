import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readCourseFolder } from '../server/course_import/course_reader.js'
import { type LessonActivity, lessonFor } from '../server/services/lessons.js'

const activity = (id: number, type: LessonActivity['type'] = 'richtext'): LessonActivity => ({ id, key: `step-${id}`, type, title: {} })
const course = [activity(1), activity(2), activity(3, 'quiz'), activity(4)]

it('explains a question by its own page, else by the page of its quiz, else by none', () => {
  expect(lessonFor(['step-1', 'step-2'], course)?.id).toBe(1)
  expect(lessonFor([null, 'step-4'], course)?.id).toBe(4)
  expect(lessonFor(['gone', 'step-2'], course)?.id, 'a page that is not there any more').toBe(2)
  expect(lessonFor(['step-3'], course), 'a quiz explains nothing').toBeNull()
  expect(lessonFor([null, undefined], course), 'nothing is guessed').toBeNull()
})

const COURSES = fileURLToPath(new URL('../courses', import.meta.url))

it.each(readdirSync(COURSES))('each question of the course %s names the page that explains it', async (name) => {
  const read = await readCourseFolder(path.join(COURSES, name))
  if ('mistakes' in read) throw new Error(read.mistakes.map(({ message }) => message).join('\n'))
  const quizzes = read.course.modules.flatMap(({ activities }) => activities).filter((one) => one.type === 'quiz')
  expect(quizzes.length).toBeGreaterThan(0)
  const without = quizzes.flatMap(({ key, questions }) =>
    questions.filter(({ lesson }) => !lesson).map((question) => `${key}/${question.key}`),
  )
  expect(without).toEqual([])
})
