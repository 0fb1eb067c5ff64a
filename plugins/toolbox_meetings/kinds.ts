import { defineStatuses } from '#core/contract/statuses'

export const MEETING_KINDS = ['in_person', 'online'] as const
export type MeetingKind = (typeof MEETING_KINDS)[number]

export const meetingStatuses = defineStatuses('toolbox_meetings.status', {
  open: ['info', 'busy'],
  closed: ['success', 'lock'],
})
export const MEETING_STATUSES = ['open', 'closed'] as const

/** A person's status against the company's norm for a year. */
export const normStatuses = defineStatuses('toolbox_meetings.norm', {
  met: ['success', 'success'],
  not_yet: ['warning', 'warning'],
  none: ['neutral', 'info'],
})
export const NORM_STATUSES = ['met', 'not_yet', 'none'] as const
export type NormStatus = (typeof NORM_STATUSES)[number]
