import { defineStatuses } from '#core/contract/statuses'

/** Of a person in a flow and of each step (specification, section 4: flow participant). */
export const FLOW_STATES = ['not_started', 'started', 'busy', 'completed', 'passed', 'not_passed'] as const
export type FlowState = (typeof FLOW_STATES)[number]

/** `completed`: done without a mark of its own, such as a step that was skipped. */
export const flowStates = defineStatuses('flows.state', {
  not_started: ['neutral', 'not_started'],
  started: ['info', 'planned'],
  busy: ['info', 'busy'],
  completed: ['success', 'success'],
  passed: ['success', 'success'],
  not_passed: ['error', 'error'],
})

/** A person is through the flow. */
export const DONE: readonly FlowState[] = ['completed', 'passed']

/** Why a step is as it is. Words: `flows.reason.<code>`. */
export const REASONS = [
  // It has not started.
  'waits_opened',
  'waits_finished',
  'waits_until',
  'date_missed',
  'flow_finished',
  // It could not start, and is tried again.
  'contract_limit_reached',
  'course_unavailable',
  'member_inactive',
  'not_a_participant',
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
  'skipped_expired',
  // It is done.
  'done',
] as const
export type Reason = (typeof REASONS)[number]

/** Reasons that need a supervisor: the person does not get on without one. */
export const STUCK: readonly Reason[] = [
  'date_missed',
  'contract_limit_reached',
  'course_unavailable',
  'member_inactive',
  'not_a_participant',
  'expired',
  'cancelled',
  'failed',
]

/** Those of them in which starting the step is tried again each day. */
export const RETRIED: readonly Reason[] = ['contract_limit_reached', 'course_unavailable', 'member_inactive', 'not_a_participant']
