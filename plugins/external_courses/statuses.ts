import { defineStatuses } from '#core/contract/statuses'

/** The status of an external course. */
export const STATUSES = ['registered', 'busy', 'passed', 'failed'] as const
export type ExternalStatus = (typeof STATUSES)[number]

export const externalStatuses = defineStatuses('external_courses.status', {
  registered: ['neutral', 'not_started'],
  busy: ['info', 'busy'],
  passed: ['success', 'success'],
  failed: ['error', 'error'],
})
