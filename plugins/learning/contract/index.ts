import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'
import { defineSlot } from '#core/contract/web'
import type { ParticipationStatus } from './states.js'

/** What every event of a participation carries: enough to act on without asking back. */
export interface ParticipationFacts {
  participationId: number
  membershipId: number
  courseId: number
  courseVersionId: number
  /** Language → name. */
  courseName: Record<string, string>
}

/** A person was given a course (specification, section 4: participation registered). */
export const participationRegistered = defineEvent<ParticipationFacts & { registeredAt: string }>('learning.participation.registered')
/** The language was picked: the access days began to count. */
export const participationStarted = defineEvent<ParticipationFacts & { language: string; startedAt: string; expiresAt: string | null }>(
  'learning.participation.started',
)
/** Everything was completed and the grade suffices. */
export const coursePassed = defineEvent<
  ParticipationFacts & { language: string; grade: number | null; passedAt: string; certificateValidMonths: number | null }
>('learning.course.passed')
/** The last attempt was used without passing. */
export const courseFailed = defineEvent<ParticipationFacts & { grade: number | null; failedAt: string }>('learning.course.failed')

/** The access days ran out before the course was finished. */
export const participationExpired = defineEvent<ParticipationFacts & { expiredAt: string }>('learning.participation.expired')

/** What a supervisor may do with somebody's course (specification, section 4). */
export const PARTICIPATION_ACTS = ['extend', 'retry', 'restart', 'pass', 'no_show', 'cancel'] as const
export type ParticipationAct = (typeof PARTICIPATION_ACTS)[number]

/** A supervisor moved a participation: extended, given another attempt, not shown up, cancelled. As it is now; it may go back. */
export const participationChanged = defineEvent<
  ParticipationFacts & {
    act: ParticipationAct
    status: ParticipationStatus
    expiresAt: string | null
    finishedAt: string | null
    changedAt: string
  }
>('learning.participation.changed')

export interface CourseSummary {
  id: number
  versionId: number
  shortname: string
  name: Record<string, string>
  certificateValidMonths: number | null
}

export const ATTENTION_KINDS = ['overdue', 'expiring', 'not_started', 'failed'] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Courses of active people that somebody should do something about. */
export interface Attention {
  kind: AttentionKind
  count: number
  /** The first few: who is late longest, whose access ends first, who waits longest, who failed last. */
  people: { membershipId: number; name: string; courseName: Record<string, string>; at: Date }[]
}

/** What other plugins may ask of learning. Runs in the caller's scope. */
export interface LearningService {
  /** Courses that this company may give its people. */
  listCourses(): Promise<CourseSummary[]>
  /**
   * Gives a membership a course. Doing it twice gives the same participation.
   * @throws AppError 404 for a course or membership that is not this company's to use
   */
  register(membershipId: number, courseId: number, source: 'assigned' | 'direct' | 'flow' | 'booking' | 'lti'): Promise<number>
  /**
   * The same with a due day (`yyyy-mm-dd`), to who has it open too. Whoever passed it is left alone.
   * @param by membership of who gives it; null: nobody
   * @throws AppError 404 as `register`; 409 member_inactive, not_a_participant, already_passed
   */
  assign(
    membershipId: number,
    courseId: number,
    terms: { dueAt: string | null; mandatory: boolean },
    by: number | null,
  ): Promise<'assigned' | 'changed' | 'unchanged'>
  /** What needs attention now; kinds of which there is nothing are left out. */
  attention(): Promise<Attention[]>
}

export const learningService = defineService<LearningService>('learning.service')

/** Under a course that is passed: a certificate, a next step. `compact` in a list of courses, where each already has a frame. */
export const courseResultSlot = defineSlot<{ participationId: number; compact?: boolean }>('learning.course_result')

/** On /deelnemer/resultaten, below one's own courses: one `<Section>` each, such as what was learned elsewhere. */
export const resultsSlot = defineSlot<Record<string, never>>('learning.results')
