import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type Activity from '../models/activity.js'
import type { QuizSettings } from './activity_settings.js'
import { attemptsLeft } from './grading.js'

interface WaitingState {
  activityId: number
  status: string
}

/**
 * When each waiting quiz may be tried again: a moment to come, or null when
 * the wait is over. What is stored stays `waiting`; nobody has to come by and
 * change it. One query, and none when nothing waits.
 */
export async function findWaits(
  participationId: number,
  activities: readonly Activity[],
  states: readonly WaitingState[],
  client: Pick<TransactionClientContract, 'from'>,
): Promise<Map<number, Date | null>> {
  const ids = states.filter(({ status }) => status === 'waiting').map(({ activityId }) => activityId)
  if (!ids.length) return new Map()
  const rows: { activity_id: number; used: string; last: Date | null }[] = await client
    .from('learning_attempts')
    .where('participation_id', participationId)
    .whereIn('activity_id', ids)
    .groupBy('activity_id')
    .select('activity_id')
    .count('* as used')
    .max('submitted_at as last')
  const now = new Date()
  return new Map(
    rows.map(({ activity_id, used, last }) => {
      const settings = activities.find(({ id }) => id === activity_id)!.settings as QuizSettings
      return [activity_id, attemptsLeft(settings, Number(used), last, now).availableFrom]
    }),
  )
}
