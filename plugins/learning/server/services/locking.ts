import type { ActivityStatus } from '../../contract/states.js'

export interface LockableActivity {
  id: number
  position: number
  /** A page: it can be read before earlier tests are passed, if the course allows it. */
  isReading?: boolean
  /** It has to be passed, not only completed; pages after it may be readable before that. */
  isTest?: boolean
  /** False for a quiz that does not count for progress: it does not lock later steps. */
  counts?: boolean
}

export interface ActivityRestriction {
  activityId: number
  requiresActivityId: number
  condition: 'opened' | 'passed' | 'completed'
}

export interface StoredState {
  activityId: number
  status: Exclude<ActivityStatus, 'locked' | 'not_started'>
}

export interface ComputedState {
  activityId: number
  status: ActivityStatus
  /** The reason that it is locked: the activity to do first, and the required condition. */
  lockedBy: { activityId: number; condition: 'opened' | 'passed' | 'completed' } | null
}

export interface LockingRules {
  /**
   * Texts are not locked by an earlier quiz, which needs a computer (the course's setting `read_past_quizzes`). Quizzes and evaluations
   * still are, and restrictions apply as usual.
   */
  readPastQuizzes?: boolean
}

/**
 * Decides for each activity whether it can be opened and, if not, why: an earlier one is not finished, or a restriction is not met
 * (specification, section 1 and 3). Pure; the server calls it before every change.
 */
export function computeStates(
  activities: readonly LockableActivity[],
  restrictions: readonly ActivityRestriction[],
  stored: readonly StoredState[],
  { readPastQuizzes = false }: LockingRules = {},
): ComputedState[] {
  const status = new Map(stored.map((state) => [state.activityId, state.status]))
  const ordered = activities.toSorted((a, b) => a.position - b.position)
  let lastUnfinished: LockableActivity | undefined
  let lastUnread: LockableActivity | undefined
  return ordered.map((activity) => {
    const own = status.get(activity.id)
    const unmet = restrictions.find((rule) => rule.activityId === activity.id && !isMet(rule, status))
    const before = readPastQuizzes && activity.isReading ? lastUnread : lastUnfinished
    const lockedBy = own
      ? null // An opened activity stays open, so that nobody loses a page they were reading.
      : before
        ? { activityId: before.id, condition: before.isTest ? ('passed' as const) : ('completed' as const) }
        : unmet
          ? { activityId: unmet.requiresActivityId, condition: unmet.condition }
          : null
    // The nearest unfinished step is named, because people follow the list step by step.
    if (own !== 'finished' && activity.counts !== false) {
      lastUnfinished = activity
      if (!activity.isTest) lastUnread = activity
    }
    return { activityId: activity.id, status: own ?? (lockedBy ? 'locked' : 'not_started'), lockedBy }
  })
}

function isMet(rule: ActivityRestriction, status: ReadonlyMap<number, string>): boolean {
  const state = status.get(rule.requiresActivityId)
  return rule.condition === 'opened' ? state !== undefined : state === 'finished'
}

/** Percentage of the counting activities that are finished, rounded down so that 100 means all. */
export function progressOf(countingIds: readonly number[], states: readonly StoredState[]): number {
  if (!countingIds.length) return 0
  const finished = new Set(states.filter((state) => state.status === 'finished').map((state) => state.activityId))
  return Math.floor((countingIds.filter((id) => finished.has(id)).length * 100) / countingIds.length)
}
