import type { ArchiveRules } from '#core/contract/archive'

/** Rules for exporting a company that the database schema does not contain. */
export const skillsArchiveRules: ArchiveRules = {
  references: {
    'skills_skills.exam_course_id': 'learning_courses',
    'skills_sources.course_id': 'learning_courses',
    'skills_groups.group_id': 'groups_groups',
    'skills_proofs.source_id': ({ kind }) => (kind === 'course' ? 'learning_participations' : 'external_courses_courses'),
    'skills_proofs.course_id': 'learning_courses',
    'skills_cells.proof_id': 'skills_proofs',
  },
}
