import type { PracticeOutcome, RunningAttempt } from '#plugins/learning/server/transformers/attempt_transformer'
import { api, queryClient, useApiQuery } from '#web/api'

const root = 'learning'

/** A person's own trainings. */
export const useTrainings = () => useApiQuery([root, 'trainings'], () => api.learning.participations.index({}))

/** A course with its activities' states. */
export const useCourse = (participation: number) =>
  useApiQuery([root, 'course', participation], () => api.learning.participations.show({ params: { participation } }))

/** One activity to work on. */
export const useActivity = (participation: number, activity: number, { live = false } = {}) =>
  useApiQuery([root, 'activity', participation, activity], () => api.learning.activities.show({ params: { participation, activity } }), {
    live,
  })

/** Not under 'learning': what refreshes everything after a submit must not ask for a running attempt that is over. */
export const runningAttemptKey = (attempt: number) => ['learning_running_attempt', attempt] as const

/** A running attempt. The answers on the page are newer than what any refetch would bring; they are noted in it as they are saved. */
export const useRunningAttempt = (attempt: number) =>
  useApiQuery(runningAttemptKey(attempt), () => api.learning.attempts.show({ params: { attempt } }), { staleTime: Infinity })

/** Notes a saved answer, and in practice what became of it, in what was read: who leaves an attempt and comes back finds it. */
export function noteAnswer(attempt: number, question: number, given: string[], outcome: PracticeOutcome | null): void {
  queryClient.setQueryData<{ data: RunningAttempt }>(
    runningAttemptKey(attempt),
    (known) =>
      known && {
        data: { ...known.data, questions: known.data.questions.map((one) => (one.id === question ? { ...one, given, outcome } : one)) },
      },
  )
}

/** A submitted attempt with its feedback. */
export const useAttemptResult = (attempt: number) =>
  useApiQuery([root, 'result', attempt], () => api.learning.attempts.result({ params: { attempt } }))

/** One person in one course, for who follows them. */
export const useInsights = (participation: number) =>
  useApiQuery([root, 'insights', participation], () => api.learning.insights.show({ params: { participation } }))

/** One submitted attempt of somebody. */
export const useAttemptInsight = (attempt: number) =>
  useApiQuery([root, 'insights_attempt', attempt], () => api.learning.insights.attempt({ params: { attempt } }))

/** What one person was given. */
export const usePersonCourses = (membership: number) =>
  useApiQuery([root, 'person', membership], () => api.learning.people.show({ params: { membership } }))

/** The courses that one may give. */
export const useCourseChoices = () => useApiQuery([root, 'course_choices'], () => api.learning.courses.index({}), { staleTime: 60_000 })

/** Everything of learning is read anew: one step may change progress, locks and lists at once. */
export const REFRESH_ALL = [[root]] as const
