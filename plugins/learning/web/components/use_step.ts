import { useT } from '#web/i18n'
import { useActivity, useCourse } from '../queries.js'
import { coursePath, trainingsPath } from '../paths.js'

/**
 * Loads the data of a step's page: its course, the step, its neighbours and the link back.
 * @param live refetched when the page becomes visible again: another person completes the step
 */
export function useStep(participation: number, activityId: number, { live = false } = {}) {
  const t = useT()
  const course = useCourse(participation)
  const activity = useActivity(participation, activityId, { live })
  const steps = course.data?.data.modules.flatMap(({ activities }) => activities) ?? []
  const index = steps.findIndex(({ id }) => id === activityId)
  return {
    course: course.data?.data,
    activity: activity.data?.data,
    error: activity.error ?? course.error,
    isPending: activity.isPending || course.isPending,
    retry: () => void Promise.all([course.refetch(), activity.refetch()]),
    position: index + 1,
    total: steps.length,
    previous: steps[index - 1],
    next: steps[index + 1],
    trail: [
      { label: t('learning.course.all'), to: trainingsPath() },
      { label: course.data?.data.name ?? t('learning.course.title'), to: coursePath(participation) },
    ],
  }
}
