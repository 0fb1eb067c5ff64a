import { defineStatuses } from '#core/contract/statuses'

export const QUESTION_STATUSES = ['open', 'answered', 'closed'] as const
export type QuestionStatus = (typeof QUESTION_STATUSES)[number]

export const questionStatuses = defineStatuses('support.status', {
  open: ['warning', 'waiting'],
  answered: ['success', 'success'],
  closed: ['neutral', 'check'],
})
