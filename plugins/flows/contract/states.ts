import { defineStatuses } from '#core/contract/statuses'

/** States of a person in a flow and of each step (specification, section 4: flow participant). */
export const FLOW_STATES = ['not_started', 'started', 'busy', 'completed', 'passed', 'not_passed'] as const
export type FlowState = (typeof FLOW_STATES)[number]

/** `completed`: done without a pass, such as a step that was skipped. */
export const flowStates = defineStatuses('flows.state', {
  not_started: ['neutral', 'not_started'],
  started: ['info', 'planned'],
  busy: ['info', 'busy'],
  completed: ['success', 'success'],
  passed: ['success', 'success'],
  not_passed: ['error', 'error'],
})

/** The states in which a person has finished the flow. */
export const DONE: readonly FlowState[] = ['completed', 'passed']

/** Reasons for the state of a step. Texts: `flows.reason.<code>`. */
export const REASONS = [
  // It has not started.
  'waits_opened',
  'waits_finished',
  'waits_until',
  'waits_sign_in',
  'waits_profile',
  'waits_certificate',
  'date_missed',
  'flow_finished',
  // It could not start, and is retried.
  'contract_limit_reached',
  'course_unavailable',
  'member_inactive',
  'not_a_participant',
  'birthdate_missing',
  'under_age',
  // It has started.
  'started',
  'had_it_open',
  'restarted',
  'extended',
  'expired',
  'cancelled',
  'failed',
  // It was skipped.
  'held',
  'shown_outside',
  'skipped_expired',
  // It is done.
  'done',
] as const
export type Reason = (typeof REASONS)[number]

/** Reasons that need a supervisor: the person cannot continue without one. */
export const STUCK: readonly Reason[] = [
  'waits_profile',
  'date_missed',
  'contract_limit_reached',
  'course_unavailable',
  'member_inactive',
  'not_a_participant',
  'birthdate_missing',
  'under_age',
  'expired',
  'cancelled',
  'failed',
]

/** The ones among them for which starting the step is retried each day. */
export const RETRIED: readonly Reason[] = [
  'contract_limit_reached',
  'course_unavailable',
  'member_inactive',
  'not_a_participant',
  'birthdate_missing',
  'under_age',
]

/** Waits for a date that no event announces, so it is checked every day. */
export const UNREPORTED_REASONS: readonly Reason[] = ['waits_sign_in', 'waits_profile', 'waits_certificate']

/** An open step that is due soon has too little time left, or it is overdue. */
export const TIME_LEFT = ['short', 'late'] as const
export type TimeLeft = (typeof TIME_LEFT)[number]
/** Fewer days than this, today included, are too few. */
export const SHORT_DAYS = 3
