import type { Day } from '#core/kit/days'
import type { ParticipationStatus } from '#plugins/learning/contract/states'
import type { ChoiceKey } from '../../contract/definition.js'
import type { FlowState, Reason } from '../../contract/states.js'

/** One participation of a person in a course of the flow. */
export interface CourseFact {
  id: number
  status: ParticipationStatus
  /** The day the person first opened it. */
  openedOn: Day | null
  /** The day it was passed, failed or ended otherwise. */
  finishedOn: Day | null
}

/** The stored state of a step after something was decided about it. */
export interface StepRecord {
  step: string
  state: FlowState
  reason: Reason
  participation: number | null
  startedOn: Day | null
  dueOn: Day | null
  /** The day its course was first opened. Stays when the course is given again. */
  openedOn: Day | null
  doneOn: Day | null
  /** Number of restarts or extensions after it expired. */
  again: number
}

/** The known dates of a person other than their trainings. */
export interface AnchorFacts {
  joinedCompany: Day
  firstSignIn: Day | null
  /** A registration question → the date that they answered. */
  profile: ReadonlyMap<number, Day>
  /** A course → the last day of its certificate, also a past one. */
  certificateEnds: ReadonlyMap<number, Day>
}

/** Everything that decides about one round of one person. */
export interface PersonFacts {
  joinedOn: Day
  /** This round repeats a finished one: certificates they already have do not count. */
  repeats: boolean
  /** The day by which this round has to be finished; null: none. */
  endsOn: Day | null
  steps: readonly StepRecord[]
  /** Course → participations, oldest first. */
  courses: ReadonlyMap<number, readonly CourseFact[]>
  /** Courses of which they hold a valid certificate. */
  held: ReadonlySet<number>
  /** Courses that they completed elsewhere, with proof. */
  shown: ReadonlySet<number>
  anchors: AnchorFacts
}

export type Act = 'start' | 'restart' | 'extend'

/** The decision about one step. */
export interface StepDecision extends StepRecord {
  course: number
  optional: boolean
  choice: ChoiceKey | null
  /** The action to take now; null: nothing. */
  act: Act | null
  /** The day on which its rule starts it, if that is known and it has not started. */
  startsOn: Day | null
  /** The step that it waits for. */
  other: string | null
}

/** The decisions about one person. */
export interface Plan {
  state: FlowState
  steps: StepDecision[]
  finishedOn: Day | null
  /** The day on which the next round starts, and its end. */
  repeatOn: Day | null
  repeatEnd: Day | null
  /** The first due day of an open step. */
  dueOn: Day | null
  /** The next day on which the calendar alone may change something. */
  lookOn: Day | null
  /** Why the person cannot continue without a supervisor. */
  stuck: Reason | null
}
