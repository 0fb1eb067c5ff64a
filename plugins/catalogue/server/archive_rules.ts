import type { ArchiveRules } from '#core/contract/archive'

/** Facts about the tables that the database does not contain, for the export of a company. */
export const catalogueArchiveRules: ArchiveRules = {
  references: { 'catalogue_requests.course_id': 'learning_courses' },
}
