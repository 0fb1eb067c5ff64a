import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import type { ActivityStatus } from '../../contract/states.js'
import type Activity from '../models/activity.js'
import type Participation from '../models/participation.js'
import { textIn } from '#core/kit/words'
import { countsForProgress } from './activity_settings.js'
import { findWaits } from './waits.js'
import { type ActivityRestriction, type ComputedState, type LockableActivity, type StoredState, computeStates } from './locking.js'
import { type ModuleRow, type VersionRow, versionContent } from './version_content.js'

export interface StateRow extends StoredState {
  grade: number | null
  finishedAt: Date | null
}

/** A course as one person finds it: the version's content with this participation's states. */
export interface CourseContent {
  /** Of the participation; null until it is chosen. */
  language: string | null
  version: VersionRow
  modules: readonly ModuleRow[]
  activities: readonly Activity[]
  states: StateRow[]
  computed: Map<number, ComputedState>
  /** Of quizzes that wait for new attempts: when they come. */
  waits: ReadonlyMap<number, Date | null>
}

/** One query for the person's states once the version is in memory; one more where a quiz waits for new attempts. */
export async function loadContent(participation: Participation, trx?: TransactionClientContract): Promise<CourseContent> {
  const client = trx ?? db.connection()
  const { version, activities, modules, restrictions } = await versionContent(participation.versionId, trx)
  const stored: StateRow[] = await client
    .from('learning_activity_states')
    .where('participation_id', participation.id)
    .select('activity_id as activityId', 'status', 'grade', 'finished_at as finishedAt')
  const waits = await findWaits(participation.id, activities, stored, client)
  // A wait that is over is a quiz that one is doing again.
  const states = stored.map((state) => (waits.get(state.activityId) === null ? { ...state, status: 'doing' as const } : state))
  const computed = new Map(computeStates(activities.map(toLockable), restrictions, states).map((state) => [state.activityId, state]))
  return { language: participation.language, version, modules, activities, states, computed, waits }
}

const toLockable = ({ id, position, type, settings }: Activity): LockableActivity => ({
  id,
  position,
  type,
  counts: countsForProgress(type, settings),
})

/**
 * One activity that may be worked on now.
 * @throws AppError 404 when it is not of this course; 409 activity_locked with what has to be done first
 */
export function openActivity(content: CourseContent, activityId: number): { activity: Activity; status: ActivityStatus } {
  const activity = content.activities.find((candidate) => candidate.id === activityId)
  if (!activity) throw notFound()
  const state = content.computed.get(activity.id)!
  if (state.lockedBy) {
    throw conflict('activity_locked', {
      required_activity: state.lockedBy.activityId,
      condition: state.lockedBy.condition,
      first_activity: firstToDo(content, state.lockedBy),
    })
  }
  return { activity, status: state.status }
}

/** What has to be done before a locked activity and can be done now: the first of those that wait for each other. */
export interface FirstActivity {
  id: number
  type: Activity['type']
  title: string
  condition: ActivityRestriction['condition']
}

function firstToDo({ activities, computed, language }: CourseContent, lock: NonNullable<ComputedState['lockedBy']>): FirstActivity | null {
  const seen = new Set<number>()
  let first = lock
  for (let next: typeof lock | null | undefined = lock; next && !seen.has(next.activityId);) {
    first = next
    seen.add(next.activityId)
    next = computed.get(next.activityId)?.lockedBy
  }
  const activity = activities.find(({ id }) => id === first.activityId)
  return activity ? { id: activity.id, type: activity.type, title: textIn(activity.title, language), condition: first.condition } : null
}
