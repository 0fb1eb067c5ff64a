import type { ActivityType } from '#plugins/learning/contract/states'
import { pagePath } from '#web/shell'

const path = (name: string, params?: Record<string, number>) => pagePath(`learning.${name}`, params) ?? '/'

/** The paths of learning's pages, so that none is written twice. */
export const trainingsPath = () => path('trainings')
export const coursePath = (participation: number) => path('course', { participation })
export const attemptPath = (attempt: number) => path('attempt', { attempt })
export const resultPath = (attempt: number) => path('attempt_result', { attempt })
export const feedbackPath = (attempt: number) => path('attempt_feedback', { attempt })

export const totalsPath = () => path('totals')
export const insightsPath = (participation: number) => path('insights', { participation })
export const attemptInsightPath = (attempt: number) => path('insights_attempt', { attempt })

/** The page of an activity of this type. */
export function activityPath(participation: number, activity: { id: number; type: ActivityType }): string {
  return path(activity.type, { participation, activity: activity.id })
}
