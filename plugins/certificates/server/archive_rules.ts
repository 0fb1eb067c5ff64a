import type { ArchiveRules } from '#core/contract/archive'

/** Facts about the tables that the database does not contain, for the export of a company. */
export const certificatesArchiveRules: ArchiveRules = {
  references: {
    'certificates_certificates.participation_id': 'learning_participations',
    'certificates_certificates.course_id': 'learning_courses',
    'certificates_certificates.course_version_id': 'learning_course_versions',
  },
  drawnAgain: ['certificates_certificates.file_id'],
  stays: { certificates_next_ends: 'is made of the certificates again' },
}
