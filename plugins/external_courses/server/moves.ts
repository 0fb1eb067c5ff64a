import type { MoveRules } from '#core/contract/moves'

/** How its rows follow a person who moves to another company or whose accounts are merged. */
export const externalCoursesMoves: MoveRules = {
  tables: { external_courses_courses: { goes: true }, external_courses_attachments: { with: 'course_id' } },
  words: { external_courses_courses: { goes: 'external_courses.move.goes', merged: 'external_courses.move.merged' } },
}
