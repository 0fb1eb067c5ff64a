import type { AttemptStatus, ParticipationStatus } from '../../contract/states.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import type { Activity } from '../services/activity.js'
import type { QuizSettings } from '../services/activity_settings.js'
import { attemptsOf } from '../services/grading.js'
import type { StateRow } from '../services/own_states.js'
import { type CourseOutcome, outcomeOf } from '../services/recompute.js'
import type { VersionRow } from '../services/version_content.js'
import { type MarkedQuestion, markedGrade } from './marked_grade.js'

/** An attempt at a quiz that asks the withdrawn question. */
export interface PastAttempt {
  id: number
  number: number
  status: AttemptStatus
  grade: number | null
  submittedAt: Date | null
  /** An examiner has to review it before it counts as passed. */
  isRecorded: boolean
  /** It was recorded and failed by its points alone, so no examiner looked at it. */
  isUnreviewed: boolean
  questions: MarkedQuestion[]
}

export interface PlanInput {
  participation: { status: ParticipationStatus; current: boolean; grade: number | null; accessEnded: boolean; passedByHand: boolean }
  version: Pick<VersionRow, 'passed_grade'>
  activities: readonly Activity[]
  states: readonly StateRow[]
  /** All attempts at each quiz that asks the question, oldest first, and the extra attempts given by a supervisor. */
  quizzes: readonly { activity: Activity; attempts: readonly PastAttempt[]; extra: number }[]
  now: Date
}

interface Marked {
  status: AttemptStatus
  grade: number | null
}
export interface AttemptChange {
  id: number
  number: number
  activityId: number
  before: Marked
  after: Marked
}

export interface Plan {
  attempts: AttemptChange[]
  states: { activity: Activity; status: StateRow['status']; grade: number | null; finishes: boolean }[]
  /**
   * The action on the participation. `settle`: as after every change. `reopen`: it has ended and is settled again. `grade`: only its grade
   * changes.
   */
  participation: 'unchanged' | 'settle' | 'reopen' | 'grade'
  /** The participation afterwards. */
  status: ParticipationStatus
  grade: number | null
}

/** Returns the changes to one participation if a question is left out. Pure. */
export function planMarking(input: PlanInput): Plan {
  const { participation, states } = input
  const attempts: AttemptChange[] = []
  const changed: Plan['states'] = []
  for (const { activity, attempts: past, extra } of input.quizzes) {
    const marked = past.map((attempt) => ({ ...attempt, after: markAgain(attempt, activity.settings as QuizSettings) }))
    const changes = marked.filter(({ status, grade, after }) => after.status !== status || after.grade !== grade)
    if (!changes.length) continue
    attempts.push(
      ...changes.map(({ id, number, status, grade, after }) => ({
        ...{ id, number, activityId: activity.id },
        ...{ before: { status, grade }, after },
      })),
    )
    const state = states.find(({ activityId }) => activityId === activity.id)
    const next = state && stateAfterMarking(state, activity, marked, extra, input.now)
    if (state && next && (next.status !== state.status || next.grade !== state.grade))
      changed.push({ activity, ...next, finishes: next.status === 'finished' && state.status !== 'finished' })
  }
  const nowStates = states.map((state) => {
    const next = changed.find(({ activity }) => activity.id === state.activityId)
    return next ? { ...state, status: next.status, grade: next.grade } : state
  })
  const before = outcomeOf(input)
  const after = outcomeOf({ ...input, states: nowStates })
  return { attempts, states: changed, ...consequence(participation, before, after, changed.length > 0) }
}

function markAgain(attempt: PastAttempt, settings: QuizSettings): Marked {
  const { status, grade: was } = attempt
  if (status === 'busy' || was === null) return { status, grade: was }
  // An attempt in review has enough points; its examiner decides about the rest.
  const strict = status !== 'in_review' && attempt.questions.some(({ withdrawn }) => withdrawn === 'strict')
  const marked = markedGrade(attempt.questions)
  const grade = strict ? marked : Math.max(was, marked)
  const needed = settings.pass_percentage
  if (status === 'passed') return { status: was >= needed && grade < needed ? 'failed' : 'passed', grade }
  if (status === 'failed' && was < needed && grade >= needed) {
    if (!attempt.isRecorded) return { status: 'passed', grade }
    if (attempt.isUnreviewed) return { status: 'in_review', grade }
  }
  return { status, grade }
}

type MarkedAttempt = PastAttempt & { after: Marked }

function stateAfterMarking(
  state: StateRow,
  activity: Activity,
  attempts: readonly MarkedAttempt[],
  extra: number,
  now: Date,
): { status: StateRow['status']; grade: number | null } {
  const lastPassed = attempts.findLast(({ after }) => after.status === 'passed')
  const grades = attempts.flatMap(({ after }) => (after.status === 'in_review' ? [] : (after.grade ?? [])))
  const best = grades.length ? Math.max(...grades) : state.grade
  if (state.status === 'finished') {
    if (lastPassed) return { status: 'finished', grade: lastPassed.after.grade === lastPassed.grade ? state.grade : lastPassed.after.grade }
    // It was finished in another way.
    if (!attempts.some(({ status }) => status === 'passed')) return state
    return { status: statusLeft(activity, attempts, extra, now), grade: best }
  }
  // A pass from before, which is no longer valid, does not count again.
  if (lastPassed && lastPassed.status !== 'passed') return { status: 'finished', grade: lastPassed.after.grade }
  if (attempts.some(({ status, after }) => status === 'failed' && after.status === 'in_review')) return { status: 'waiting', grade: best }
  return { status: state.status, grade: best }
}

function statusLeft(activity: Activity, attempts: readonly MarkedAttempt[], extra: number, now: Date): StateRow['status'] {
  if (attempts.some(({ after }) => after.status === 'in_review')) return 'waiting'
  const last = attempts.findLast(({ submittedAt }) => submittedAt)
  const past = {
    used: attempts.length,
    extra,
    last: last?.submittedAt ?? null,
    lastId: last?.id ?? null,
    running: attempts.some(({ status }) => status === 'busy'),
  }
  const { left, availableFrom, running } = attemptsOf(activity.settings as QuizSettings, past, now)
  if (left !== 0 || running) return 'doing'
  return availableFrom ? 'waiting' : 'failed'
}

function consequence(
  { status, current, grade, accessEnded, passedByHand }: PlanInput['participation'],
  before: CourseOutcome,
  after: CourseOutcome,
  changes: boolean,
): Pick<Plan, 'participation' | 'status' | 'grade'> {
  const unchanged = { participation: 'unchanged' as const, status, grade }
  if (!changes || !current) return unchanged
  const settled = { status: after.status ?? ('busy' as const), grade: after.grade }
  if (OPEN_STATUSES.includes(status)) return { participation: 'settle', ...settled, status: after.status ?? status }
  // Somebody whose access has ended could not continue, so only a pass changes something for them.
  const reopens = status === 'failed' ? after.status === 'passed' || (after.status === null && !accessEnded) : after.status === 'passed'
  if ((status === 'failed' || status === 'expired') && reopens) return { participation: 'reopen', ...settled }
  if (status === 'passed' && !passedByHand && before.status === 'passed' && after.status !== 'passed')
    return { participation: 'reopen', ...settled }
  // A grade that was not computed, such as of a course passed by hand, is kept.
  const regrades = (status === 'passed' || status === 'failed') && grade === before.grade && after.grade !== before.grade
  return regrades ? { participation: 'grade', status, grade: after.grade } : unchanged
}
