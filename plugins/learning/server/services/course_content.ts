import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import type { ActivityStatus } from '../../contract/states.js'
import type { Activity } from './activity.js'
import type Participation from '../models/participation.js'
import { textIn } from '#core/kit/words'
import { counts, kindOf } from '../../activity_types/index.js'
import type { Attempts } from './grading.js'
import { type ActivityRestriction, type ComputedState, type LockableActivity, computeStates } from './locking.js'
import { type CountedRow, type StateRow, ownStates, readStates } from './own_states.js'
import { type ModuleRow, type VersionContent, type VersionRow, versionContent } from './version_content.js'

/** A course for one person: the version's content with this participation's states. */
export interface CourseContent {
  /** The participation's language; null until it is chosen. */
  language: string | null
  version: VersionRow
  modules: readonly ModuleRow[]
  activities: readonly Activity[]
  states: StateRow[]
  computed: Map<number, ComputedState>
  /** For each unfinished quiz: its attempts. */
  attempts: ReadonlyMap<number, Attempts>
}

/** One prepared query for the person's states, if the version is cached. */
export async function loadContent(participation: Participation, trx?: TransactionClientContract): Promise<CourseContent> {
  const content = await versionContent(participation.versionId, trx)
  return contentFor(participation.language, content, await ownStates(participation, trx))
}

/** A version's content combined with a person's states. Pure except for the clock. */
export function contentFor(
  language: string | null,
  { version, modules, activities, restrictions }: VersionContent,
  rows: readonly CountedRow[],
): CourseContent {
  const { states, attempts } = readStates(rows, activities, new Date())
  const rules = { readPastQuizzes: version.read_past_quizzes }
  const computed = new Map(computeStates(lockables(activities), restrictions, states, rules).map((state) => [state.activityId, state]))
  return { language, version, modules, activities, states, computed, attempts }
}

/** The remaining work: the next steps in order, and what they require. */
export interface Ahead {
  /** The first step that can be done now; null when every step is done or waiting. */
  next: Activity | null
  /** The first step that can be done now on a phone. */
  nextOnPhone: Activity | null
  /** A quiz whose attempts are used up, until new ones become available. */
  waiting: Activity | null
  /** Total minutes of the unfinished steps. */
  minutesLeft: number
  /** An unfinished step can only be done on a computer. */
  needsComputer: boolean
}

/** The remaining work of a person in a course. A waiting step is never the next step, because it would lead to a dead end. Pure. */
export function aheadIn({ activities, computed }: CourseContent): Ahead {
  const statusOf = ({ id }: Activity) => computed.get(id)!.status
  const unfinished = activities.filter((activity) => statusOf(activity) !== 'finished')
  const open = unfinished.filter((activity) => ['not_started', 'doing'].includes(statusOf(activity)))
  return {
    next: open[0] ?? null,
    nextOnPhone: open.find((activity) => !kindOf(activity).needsComputer) ?? null,
    waiting: unfinished.find((activity) => statusOf(activity) === 'waiting') ?? null,
    minutesLeft: unfinished.reduce((sum, { minutes }) => sum + minutes, 0),
    needsComputer: unfinished.some((activity) => kindOf(activity).needsComputer),
  }
}

const known = new WeakMap<readonly Activity[], LockableActivity[]>()

/** The data of a version's steps that locking needs; computed once for cached versions. */
function lockables(activities: readonly Activity[]): LockableActivity[] {
  const made = known.get(activities) ?? activities.map(toLockable)
  known.set(activities, made)
  return made
}

const toLockable = (activity: Activity): LockableActivity => {
  const { isReading, isTest } = kindOf(activity)
  return { id: activity.id, position: activity.position, isReading, isTest, counts: counts(activity) }
}

/**
 * An activity that can be worked on now.
 * @throws AppError 404 when it is not in this course; 409 activity_locked with the activity to do first
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

/** The activity to do first for a locked activity: the first in the chain that can be done now. */
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
