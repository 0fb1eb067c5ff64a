import { defineStatuses } from '#core/contract/statuses'

/** One of each tone, as plugins declare theirs. */
export const sampleStatuses = defineStatuses('core.gallery.status', {
  open: ['neutral', 'not_started'],
  busy: ['info', 'busy'],
  done: ['success', 'success'],
  waiting: ['warning', 'waiting'],
  failed: ['error', 'error'],
})
