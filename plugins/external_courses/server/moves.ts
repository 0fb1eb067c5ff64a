import type { MoveRules } from '#core/contract/moves'

/** Rules for the rows of this plugin when a person moves to another company or merges two accounts. */
export const externalCoursesMoves: MoveRules = {
  tables: { external_courses_courses: { goes: true }, external_courses_attachments: { with: 'course_id' } },
  words: { external_courses_courses: { goes: 'external_courses.move.goes', merged: 'external_courses.move.merged' } },
}
