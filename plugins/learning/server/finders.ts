import { can } from '#core/contract/access'
import { defineFinder } from '#core/kit/lists'

/** Finds the trainings of a participant. */
export const ownTrainings = defineFinder({
  name: 'learning.own_trainings',
  label: 'learning.trainings.title',
  icon: 'school',
  access: can('learning.courses.take'),
  find: async (session, text, most) => (await import('./services/find_courses.js')).findOwn(session, text, most),
})

/** Finds the courses that a person edits: the company's own for a supervisor, the platform's for an admin. */
export const editedCourses = defineFinder({
  name: 'learning.edited_courses',
  label: 'learning.overview.title',
  icon: 'book',
  access: can('learning.courses.edit'),
  find: async (session, text, most) => (await import('./services/find_courses.js')).findEdited(session, text, most),
})
