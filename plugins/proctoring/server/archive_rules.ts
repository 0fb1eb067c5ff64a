import type { ArchiveRules } from '#core/contract/archive'

const WHY = 'is reviewed by another company of this platform, and deleted within weeks'

/** The export of a company contains none of these tables. */
export const proctoringArchiveRules: ArchiveRules = {
  stays: {
    proctoring_practices: 'is about a computer, and repeated in minutes',
    proctoring_exam_browsers: 'the platform’s own',
    proctoring_recordings: WHY,
    proctoring_pieces: WHY,
    proctoring_marks: WHY,
    proctoring_notes: WHY,
    proctoring_decisions: WHY,
    proctoring_views: WHY,
    proctoring_complaints: WHY,
  },
}
