import { defineStatuses } from '#core/contract/statuses'

/** States of a course (specification, section 4). */
export const courseStatuses = defineStatuses('learning.status.course', {
  building: ['warning', 'building'],
  available: ['success', 'live'],
})
