import { api, useApiQuery } from '#web/api'

const root = 'learning'

/** A person's own trainings. */
export const useTrainings = () => useApiQuery([root, 'trainings'], () => api.learning.participations.index({}))

/** A course with its activities' states. */
export const useCourse = (participation: number) =>
  useApiQuery([root, 'course', participation], () => api.learning.participations.show({ params: { participation } }))

/** One activity to work on. */
export const useActivity = (participation: number, activity: number) =>
  useApiQuery([root, 'activity', participation, activity], () => api.learning.activities.show({ params: { participation, activity } }))

/** A submitted attempt with its feedback. */
export const useAttemptResult = (attempt: number) =>
  useApiQuery([root, 'result', attempt], () => api.learning.attempts.result({ params: { attempt } }))

/** Everything of learning is read anew: one step may change progress, locks and lists at once. */
export const REFRESH_ALL = [[root]] as const
