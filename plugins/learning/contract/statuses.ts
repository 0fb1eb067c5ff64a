import { defineStatuses } from '#core/contract/statuses'

/** The display of the states of specification, section 4, wherever they are shown. */
export const participationStatuses = defineStatuses('learning.status.participation', {
  registered: ['neutral', 'not_started'],
  planned: ['info', 'planned'],
  busy: ['info', 'busy'],
  passed: ['success', 'success'],
  failed: ['error', 'error'],
  expired: ['neutral', 'expired'],
  no_show: ['error', 'absent'],
  cancelled: ['neutral', 'canceled'],
})

export const activityStatuses = defineStatuses('learning.status.activity', {
  locked: ['neutral', 'lock'],
  not_started: ['neutral', 'not_started'],
  doing: ['info', 'busy'],
  waiting: ['warning', 'waiting'],
  finished: ['success', 'success'],
  failed: ['error', 'error'],
})

export const attemptStatuses = defineStatuses('learning.status.attempt', {
  passed: ['success', 'success'],
  failed: ['error', 'error'],
  in_review: ['warning', 'review'],
})
