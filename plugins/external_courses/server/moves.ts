import type { MoveRules } from '#core/contract/moves'

/** What becomes of its rows when a person goes to another company, or has two accounts. */
export const externalCoursesMoves: MoveRules = {
  tables: { external_courses_courses: { goes: true }, external_courses_attachments: { with: 'course_id' } },
  words: { external_courses_courses: { goes: 'external_courses.move.goes', merged: 'external_courses.move.merged' } },
}
