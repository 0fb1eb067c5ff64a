import { defineStatuses } from '#core/contract/statuses'

/** Exam status of one person at one moment (specification, section 4); words: `exams.status.entry.<status>`. */
export const EXAM_STATUSES = ['waiting', 'confirmed', 'not_confirmed', 'refused', 'passed', 'failed', 'no_show'] as const
export type ExamStatus = (typeof EXAM_STATUSES)[number]

export const examStatuses = defineStatuses('exams.status.entry', {
  waiting: ['warning', 'waiting'],
  confirmed: ['info', 'planned'],
  not_confirmed: ['warning', 'review'],
  refused: ['error', 'canceled'],
  passed: ['success', 'success'],
  failed: ['error', 'error'],
  no_show: ['error', 'absent'],
})

/** The availability of a moment, or that it is over. */
export const momentStatuses = defineStatuses('exams.status.moment', {
  open: ['success', 'success'],
  full: ['warning', 'lock'],
  past: ['neutral', 'expired'],
  withdrawn: ['error', 'canceled'],
})

/** The topics for which an exam provider has a mail address (specification, section 3: exam mails of a company). */
export const NEWS_ABOUT = ['application', 'confirmation', 'status', 'finish', 'billing'] as const
export type NewsAbout = (typeof NEWS_ABOUT)[number]

/** A request for an exam at a company's own location. */
export const REQUEST_STATUSES = ['open', 'planned', 'declined', 'withdrawn'] as const
export const requestStatuses = defineStatuses('exams.status.request', {
  open: ['warning', 'waiting'],
  planned: ['success', 'planned'],
  declined: ['error', 'absent'],
  withdrawn: ['neutral', 'canceled'],
})
