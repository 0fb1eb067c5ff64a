import type { Menus } from '#core/contract/pages'

const manager = [
  'reports.dashboard',
  'learning.overview',
  'flows.list',
  'people.participants',
  'learning.totals',
  'administration.page',
  'catalogue.list',
  'exams.moments',
  'skills.matrix',
]

/** The order of the main menu for each role (specification, section 2). A page that does not exist is skipped. */
export const menus: Menus = {
  leerling: ['learning.trainings', 'learning.results', 'core.profile', 'catalogue.list'],
  beheerder: manager,
  admin: manager,
  mini_admin: manager,
}
