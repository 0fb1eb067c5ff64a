import type { PracticeOutcome, RunningAttempt } from '#plugins/learning/server/transformers/attempt_transformer'
import { api, queryClient, useApiQuery } from '#web/api'

const root = 'learning'

/** A person's own trainings. */
export const useTrainings = () => useApiQuery([root, 'trainings'], () => api.learning.participations.index({}))

/** A course with the states of its activities. */
export const useCourse = (participation: number) =>
  useApiQuery([root, 'course', participation], () => api.learning.participations.show({ params: { participation } }))

/** One activity to work on. */
export const useActivity = (participation: number, activity: number, { live = false } = {}) =>
  useApiQuery([root, 'activity', participation, activity], () => api.learning.activities.show({ params: { participation, activity } }), {
    live,
  })

/** Not below 'learning': the refresh of everything after a submit must not refetch a submitted attempt. */
export const runningAttemptKey = (attempt: number) => ['learning_running_attempt', attempt] as const

/** A running attempt, and its end by this browser's own clock (ms since 1970), which may differ from the server's. */
export type TimedAttempt = RunningAttempt & { endsAt: number | null }

async function askRunning(attempt: number): Promise<{ data: TimedAttempt }> {
  const { data } = await api.learning.attempts.show({ params: { attempt } })
  return { data: { ...data, endsAt: data.seconds_left === null ? null : Date.now() + data.seconds_left * 1000 } }
}

/** A running attempt. The answers on the page are newer than any refetch; they are written into the cache as they are saved. */
export const useRunningAttempt = (attempt: number) =>
  useApiQuery(runningAttemptKey(attempt), () => askRunning(attempt), { staleTime: Infinity })

/** Writes a saved answer, and in practice its result, into the cache, so that a person who leaves an attempt and returns finds it. */
export function cacheAnswer(attempt: number, question: number, given: string[], outcome: PracticeOutcome | null): void {
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

/** One person in one course, for supervisors. */
export const useInsights = (participation: number) =>
  useApiQuery([root, 'insights', participation], () => api.learning.insights.show({ params: { participation } }))

/** One submitted attempt of a person. */
export const useAttemptInsight = (attempt: number) =>
  useApiQuery([root, 'insights_attempt', attempt], () => api.learning.insights.attempt({ params: { attempt } }))

/** The courses that one person was given. */
export const usePersonCourses = (membership: number) =>
  useApiQuery([root, 'person', membership], () => api.learning.people.show({ params: { membership } }))

/** The courses that the viewer may give. */
export const useCourseChoices = () => useApiQuery([root, 'course_choices'], () => api.learning.courses.index({}), { staleTime: 60_000 })

/** The selected people who already have the selected courses; undefined while nobody or no course is selected. */
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

/** Refetches everything of learning: one step may change progress, locks and lists at once. */
export const REFRESH_ALL = [[root]] as const
