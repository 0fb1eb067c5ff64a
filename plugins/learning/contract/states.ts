/** The states of specification, section 4, by their stable names. */
export const PARTICIPATION_STATUSES = ['registered', 'planned', 'busy', 'passed', 'failed', 'expired', 'no_show', 'cancelled'] as const
export type ParticipationStatus = (typeof PARTICIPATION_STATUSES)[number]
/** The states in which a person may still work. */
export const OPEN_STATUSES: readonly ParticipationStatus[] = ['registered', 'planned', 'busy']

export const ACTIVITY_STATUSES = ['locked', 'not_started', 'doing', 'waiting', 'finished', 'failed'] as const
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number]

export const ATTEMPT_STATUSES = ['busy', 'passed', 'failed', 'in_review'] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

export const ACTIVITY_TYPES = ['richtext', 'quiz', 'evaluation', 'external', 'scorm'] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** The ways to get a course. */
export type ParticipationSource = 'assigned' | 'group' | 'direct' | 'flow' | 'booking' | 'lti'
