import type { CarriedRules } from '#core/contract/archive'

/** What the database does not say of its tables when a company is taken out. */
export const catalogueCarried: CarriedRules = {
  references: { 'catalogue_requests.course_id': 'learning_courses' },
}
