import type { toCourse } from '#plugins/learning/server/transformers/course_transformer'

export type Course = ReturnType<typeof toCourse>
export type CourseActivity = Course['modules'][number]['activities'][number]
