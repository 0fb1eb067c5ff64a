import { can } from '#core/contract/access'
import { defineFinder } from '#core/kit/lists'

/** What a participant takes. */
export const ownTrainings = defineFinder({
  name: 'learning.own_trainings',
  label: 'learning.trainings.title',
  icon: 'school',
  access: can('learning.courses.take'),
  find: async (session, text, most) => (await import('./services/find_courses.js')).findOwn(session, text, most),
})

/** What somebody edits: a supervisor their company's own, an admin the platform's. */
export const editedCourses = defineFinder({
  name: 'learning.edited_courses',
  label: 'learning.overview.title',
  icon: 'book',
  access: can('learning.courses.edit'),
  find: async (session, text, most) => (await import('./services/find_courses.js')).findEdited(session, text, most),
})
