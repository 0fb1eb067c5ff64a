import type { CarriedRules } from '#core/contract/archive'

/** What the database does not say of its tables when a company is taken out. */
export const certificatesCarried: CarriedRules = {
  references: {
    'certificates_certificates.participation_id': 'learning_participations',
    'certificates_certificates.course_id': 'learning_courses',
    'certificates_certificates.course_version_id': 'learning_course_versions',
  },
  drawnAgain: ['certificates_certificates.file_id'],
  stays: { certificates_next_ends: 'is made of the certificates again' },
}
