import type { ArchiveRules } from '#core/contract/archive'

/** Rules for exporting a company that the database schema does not contain. */
const MOMENT = 'seats at moments of this platform and its providers'

export const examsArchiveRules: ArchiveRules = {
  stays: {
    exams_exams: 'the platform’s own',
    exams_moments: 'the platform’s own',
    exams_entries: MOMENT,
    exams_entry_history: MOMENT,
    exams_news: MOMENT,
    exams_told: MOMENT,
    exams_requests: MOMENT,
  },
}
