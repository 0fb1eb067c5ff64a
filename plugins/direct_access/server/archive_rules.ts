import type { ArchiveIds, ArchiveRules } from '#core/contract/archive'

/** Rules for exporting a company that the database schema does not contain. */
export const directAccessArchiveRules: ArchiveRules = {
  references: {
    'direct_access_requirements.skill_id': 'skills_skills',
    'direct_access_visits.course_id': 'learning_courses',
    'direct_access_visits.participation_id': 'learning_participations',
  },
  documents: {
    'direct_access_entrances.course_ids': (courses: readonly number[], ids: ArchiveIds) =>
      courses.map((id) => ids.of('learning_courses', id)),
    'direct_access_visits.course_name': null,
  },
}
