// Shared parts of several route groups.
export const PARTICIPATIONS = '/api/learning/participations'
export const PARTICIPATION = 'learning_participations.id' as const
export const ATTEMPT = 'learning_attempts.id' as const
/** Activities and questions are content, mostly of the whole platform. Access is checked on the participation or attempt. */
export const OF_ACTIVITY = { participation: PARTICIPATION, activity: 'public' } as const
