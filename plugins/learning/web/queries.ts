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

/** A running attempt, and when its time is over by this browser's own clock (ms since 1970), which may be another than the server's. */
export type TimedAttempt = RunningAttempt & { endsAt: number | null }

async function askRunning(attempt: number): Promise<{ data: TimedAttempt }> {
  const { data } = await api.learning.attempts.show({ params: { attempt } })
  return { data: { ...data, endsAt: data.seconds_left === null ? null : Date.now() + data.seconds_left * 1000 } }
}

/** A running attempt. The answers on the page are newer than what any refetch would bring; they are noted in it as they are saved. */
export const useRunningAttempt = (attempt: number) =>
  useApiQuery(runningAttemptKey(attempt), () => askRunning(attempt), { staleTime: Infinity })

/** Notes a saved answer, and in practice what became of it, in what was read: who leaves an attempt and comes back finds it. */
export function noteAnswer(attempt: number, question: number, given: string[], outcome: PracticeOutcome | null): void {
  queryClient.setQueryData<{ data: TimedAttempt }>(
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

/** The chosen people who already have the chosen courses; undefined while nobody or no course is chosen. */
export function useHolders(values: { courses: readonly string[]; members: readonly string[] }, meant?: object) {
  const who = meant ?? { members: values.members.map(Number) }
  const courses = values.courses.map(Number)
  const body = { courses, ...who }
  const asks = courses.length > 0 && (meant !== undefined || values.members.length > 0)
  const { data } = useApiQuery([root, 'holders', body], () => api.learning.assignments.holders({ body }), {
    enabled: asks,
    keepPrevious: true,
  })
  return asks ? data?.data : undefined
}

/** Everything of learning is read anew: one step may change progress, locks and lists at once. */
export const REFRESH_ALL = [[root]] as const
