import { defineStatuses } from '#core/contract/statuses'

/** How far somebody is with what they learn elsewhere. */
export const STATUSES = ['registered', 'busy', 'passed', 'failed'] as const
export type ExternalStatus = (typeof STATUSES)[number]

export const externalStatuses = defineStatuses('external_courses.status', {
  registered: ['neutral', 'not_started'],
  busy: ['info', 'busy'],
  passed: ['success', 'success'],
  failed: ['error', 'error'],
})
