import { defineStatuses } from '#core/contract/statuses'

/** A company's direct access (specification, section 3: standard, construction-pass, workforce). */
export const LINK_KINDS = ['standard', 'construction-pass', 'workforce'] as const
export type LinkKind = (typeof LINK_KINDS)[number]
export type Kind = LinkKind | 'project'

export const UNITS = ['days', 'months'] as const
export type Unit = (typeof UNITS)[number]

/** The status of a visit: `done` is shown as valid when it has an end. */
export const visitStatuses = defineStatuses('direct_access.status', {
  done: ['success', 'success'],
  expired: ['error', 'expired'],
  busy: ['info', 'busy'],
  waiting: ['warning', 'waiting'],
})
export const VISIT_STATUSES = ['done', 'expired', 'busy', 'waiting'] as const
export type VisitStatus = (typeof VISIT_STATUSES)[number]
