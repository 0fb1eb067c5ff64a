import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'
import { defineSlot, defineTabSlot } from '#core/contract/web'
import type { Offer } from './offers.js'
import type { AttemptAnswers, QuizName, RecordedQuiz } from './recording.js'
import type { ParticipationSource, ParticipationStatus } from './states.js'

/** The payload of every participation event: enough to handle it without a further query. */
export interface ParticipationFacts {
  participationId: number
  membershipId: number
  courseId: number
  courseVersionId: number
  /** Language → name. */
  courseName: Record<string, string>
}

/** A person was assigned a course (specification, section 4: participation registered). */
export const participationRegistered = defineEvent<ParticipationFacts & { registeredAt: string }>('learning.participation.registered')
/** The participant picked a language, so the access days start to count. */
export const participationStarted = defineEvent<ParticipationFacts & { language: string; startedAt: string; expiresAt: string | null }>(
  'learning.participation.started',
)
/** A step was finished, or its result improved, and the course is not finished yet. */
export const participationProgressed = defineEvent<ParticipationFacts>('learning.participation.progressed')
/** Every step was completed and the grade is high enough. */
export const coursePassed = defineEvent<
  ParticipationFacts & { language: string; grade: number | null; passedAt: string; certificateValidMonths: number | null }
>('learning.course.passed')
/** The last attempt was used up without passing. */
export const courseFailed = defineEvent<ParticipationFacts & { grade: number | null; failedAt: string }>('learning.course.failed')

/**
 * The grade or the status of a course that was over was corrected, because a question was withdrawn. `status` is the status now; somebody
 * who passes by it also gets `coursePassed`.
 */
export const courseRegraded = defineEvent<ParticipationFacts & { status: ParticipationStatus; grade: number | null; regradedAt: string }>(
  'learning.course.regraded',
)

/** The access days ran out before the course was finished. */
export const participationExpired = defineEvent<ParticipationFacts & { expiredAt: string }>('learning.participation.expired')

/** Actions of a supervisor on somebody's course (specification, section 4). */
export const PARTICIPATION_ACTS = ['extend', 'retry', 'restart', 'pass', 'no_show', 'cancel'] as const
export type ParticipationAct = (typeof PARTICIPATION_ACTS)[number]

/**
 * A supervisor changed a participation: extended it, gave another attempt, recorded a no-show or cancelled it. The payload is the new
 * state; it can be an earlier one again.
 */
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
  durationMinutes: number
  /** A project may require it at the gate. */
  isProjectInstruction: boolean
  /** People can start it through direct access, without a supervisor assigning it. */
  directAccess: boolean
  /** It has a quiz, which cannot be started on a phone. */
  needsComputer: boolean
}

/** A person's status in a course. */
export interface CourseStanding {
  /** The open participation in which they may work now. */
  openId: number | null
  /** The last time they passed it. */
  passed: { participationId: number; at: Date } | null
}

/** A person's progress in a course and its result. */
export interface Outcome {
  participationId: number
  courseId: number
  status: ParticipationStatus
  /** Out of 100. */
  progress: number
  /** Out of 100; null without a grade. */
  grade: number | null
}

/** A PNG or JPEG. */
export interface CertificateBackground {
  content: Uint8Array
  contentType: string
}

/** The effect of assigning a course on one participation, for undoing it. */
export interface Given {
  id: number
  /** `updated_at` right after the assignment; any later change gives another value. */
  version: string
  /** For a new participation: the one that was the latest of this course before. */
  latest?: number | null
  /** For a participation that already had these terms: its previous version. After undoing, the earlier assigner can undo theirs again. */
  over?: string
  /** For a participation that was open: its previous terms and its previous source. */
  before?: { due_at: string | null; mandatory: boolean; source: ParticipationSource }
  /** The person was notified, so they are also notified when it is undone. */
  told?: boolean
}

/**
 * The result of a flow starting a course: either the participation (`had`: it was already open) with its due day, which is kept if it had
 * one, or the reason why it could not start.
 */
export type FlowAssignment =
  | { participationId: number; had: boolean; dueAt: string | null }
  | {
      refused:
        | 'course_unavailable'
        | 'member_inactive'
        | 'not_a_participant'
        | 'contract_limit_reached'
        /** For a course for adults: the person's date of birth is unknown, or they are under 18. */
        | 'birthdate_missing'
        | 'under_age'
    }

/** The reason that an assignment cannot be undone: the person began or finished it, or it was changed or assigned in another way since. */
export type KeptReason = 'begun_meanwhile' | 'given_meanwhile'

/** A lesson, the same in every version of its course. Texts by language. */
export interface LessonName {
  membershipId: number
  courseId: number
  activityKey: string
  title: Record<string, string>
  courseName: Record<string, string>
}

/** The service of learning for other plugins. Runs in the caller's scope. */
export interface LearningService {
  /** Courses that this company may assign to its people. */
  listCourses(): Promise<CourseSummary[]>
  /** Finds one of these courses by short name, else by id; a number is only looked up as an id. Null when there is none. */
  courseNamed(named: string | number): Promise<CourseSummary | null>
  /**
   * Courses that this company may assign and book, from their newest published versions; in SQL, the view `learning_offers`.
   * @param courseIds only these; courses that are not or no longer offered are left out
   */
  offers(courseIds?: readonly number[]): Promise<Offer[]>
  /**
   * Assigns a course to a membership. Idempotent: a second call returns the same participation.
   * @throws AppError 404 for a course or membership that this company may not use; 409 contract_limit_reached, except for source `booking`
   */
  register(membershipId: number, courseId: number, source: 'assigned' | 'direct' | 'flow' | 'booking' | 'lti'): Promise<number>
  /**
   * Assigns a course with a due day (`yyyy-mm-dd`), also when it is already open. A person who has passed it is left alone.
   * @param terms.again also assigns it to a person who has passed: they take it again and keep the existing result
   * @param by membership of the person who assigns it; null: nobody
   * @param trx the caller's transaction, when one is open
   * @returns the outcome, and what `unassign` needs to undo it, as JSON
   * @throws AppError 404 as `register`; 409 member_inactive, not_a_participant, already_passed, contract_limit_reached
   */
  assign(
    membershipId: number,
    courseId: number,
    terms: { dueAt: string | null; mandatory: boolean; again?: boolean },
    by: number | null,
    trx?: TransactionClientContract,
  ): Promise<{ outcome: 'assigned' | 'changed' | 'unchanged'; given: Given }>
  /**
   * Undoes one `assign`, as far as nothing changed since. Notifies the person if they were notified of the assignment (`given.told`).
   * Idempotent.
   * @param by membership of the person who undoes it; null: nobody
   * @returns whether there was something to undo, or why it cannot be undone
   */
  unassign(given: Given, by: number | null, trx: TransactionClientContract): Promise<boolean | KeptReason>
  /**
   * Assigns a course because of a group. A participation that is open for another reason is not changed (`given` is false); one from a
   * group gets these terms. Idempotent.
   * @param why the group's name, for the history
   * @param trx the caller's transaction, when one is open
   * @throws AppError as `assign`
   */
  assignByGroup(
    membershipId: number,
    courseId: number,
    terms: { dueAt: string | null; mandatory: boolean },
    why: string,
    trx?: TransactionClientContract,
  ): Promise<{ participationId: number; given: boolean; outcome: 'assigned' | 'changed' | 'unchanged' }>
  /**
   * Notifies a person of the courses they were assigned, in the transaction that assigns them: a mail and a notification, once per
   * participation. A person with an open invitation gets the invitation again instead, which lists their courses. Nothing is sent for
   * `unchanged`.
   */
  notifyAssigned(
    trx: TransactionClientContract,
    membershipId: number,
    given: readonly { participationId: number; outcome: 'assigned' | 'changed' | 'unchanged' }[],
  ): Promise<void>
  /**
   * Undoes an assignment that only a group made: cancels it if the person has not begun, else keeps it.
   * @returns whether it was cancelled
   */
  unassignByGroup(participationId: number): Promise<boolean>
  /**
   * Assigns one course to many people because a flow starts it for them. It uses the same number of statements for one person as for a
   * thousand. A participation that is already open is kept and belongs to the flow from now on. A person who passed the course before takes
   * it again.
   * @param why the flow's name, for the history
   * @returns membership → result
   */
  assignInFlow(
    trx: TransactionClientContract,
    courseId: number,
    people: readonly { membershipId: number; dueAt: string | null }[],
    why: string,
  ): Promise<Map<number, FlowAssignment>>
  /**
   * Returns what `assignInFlow` would do, without the limits of contracts. Writes nothing.
   * @returns membership → result; no participation yet for a course that would be assigned
   */
  previewInFlow(
    courseId: number,
    people: readonly { membershipId: number; dueAt: string | null }[],
  ): Promise<Map<number, FlowAssignment | { participationId: null; had: false; dueAt: string | null }>>
  /**
   * Detaches participations from the flow that started them: supervisors can cancel them again.
   * @param cancel also cancels those that nobody began
   * @param by membership of the person who does it; null: nobody
   */
  leaveFlow(trx: TransactionClientContract, participationIds: readonly number[], cancel: boolean, by: number | null): Promise<void>
  /**
   * Gives open participations another due date (`yyyy-mm-dd`), adds an entry to the history of each, and notifies their people.
   * @param by the person who does it; null: nobody
   * @returns the participations whose due date was different before
   */
  changeDue(
    trx: TransactionClientContract,
    participationIds: readonly number[],
    dueAt: string,
    why: string,
    by: { companyId: number | null; membershipId: number | null } | null,
  ): Promise<number[]>
  /**
   * Extends, restarts or cancels a participation from a booking, by the same rules as for supervisors, in the transaction of the booking.
   * @param by membership of the person who does it; null: nobody
   * @returns the participation to continue with (a restart creates a new one) and when its access ends
   * @throws AppError 404; 409 part_of_flow, participation_finished, nothing_to_extend, not_started_yet, superseded
   */
  actOnBooked(
    trx: TransactionClientContract,
    participationId: number,
    act: 'extend' | 'restart' | 'cancel',
    by: number | null,
  ): Promise<{ participationId: number; expiresAt: Date | null }>
  /** Whether the company mails people a week and a day before a due date. */
  sendsDueReminders(): Promise<boolean>
  /** Returns the participations that have been begun; unknown ids are left out. */
  started(participationIds: readonly number[], trx?: TransactionClientContract): Promise<Set<number>>
  /** Returns the members who have the course open. */
  haveOpen(courseId: number, membershipIds: readonly number[]): Promise<Set<number>>
  /** The outcomes of these participations; unknown ids are left out. */
  outcomes(participationIds: readonly number[]): Promise<Outcome[]>
  /** The status of a membership in a course. */
  standing(membershipId: number, courseId: number): Promise<CourseStanding>
  /** Returns the people who do not meet the requirements for the course's exam. */
  missingForExam(trx: TransactionClientContract, courseId: number, membershipIds: readonly number[]): Promise<number[]>
  /** A person's open courses, and the due day of each (`yyyy-mm-dd`). */
  openCourses(membershipId: number): Promise<{ participationId: number; courseId: number; dueAt: string | null }[]>
  /**
   * Imports a folder in the format of docs/course-format.md as a course of the running company. @returns its id @throws Error with the
   * first mistake
   */
  importOwnCourse(folder: string): Promise<number>
  /** The picture of a course, by its hash and the owner of the course (null: the platform); null when there is none. */
  picture(hash: string, companyId: number | null): Promise<CertificateBackground | null>
  /** A lesson of an open participation. @throws AppError 404 for another activity or a participation that is not open */
  lesson(participationId: number, activityId: number): Promise<LessonName>
  /** A recorded quiz of an open participation. @throws AppError 404 when the quiz is not recorded or the participation is not open */
  recordedQuiz(participationId: number, activityId: number): Promise<RecordedQuiz>
  /** Finds a person's recorded quiz in their open participation in the quiz's course. @throws AppError 404 */
  findRecordedQuiz(membershipId: number, quiz: QuizName): Promise<{ participationId: number; activityId: number }>
  /** Whether the newest published version of a course has this recorded quiz, for courses visible in the running scope. */
  hasRecordedQuiz(quiz: QuizName): Promise<boolean>
  /** The answers of a submitted attempt and the right answers, in the language of the attempt. Null when there is no such attempt. */
  answersOf(attemptId: number): Promise<AttemptAnswers | null>
  /**
   * Ends the review of an attempt. An approved attempt counts with its grade, and is failed if that is too low; a rejected one is failed.
   * A rejected attempt can be approved later; a course that failed because of it then continues or is passed. Idempotent.
   * @returns whether it was changed, and its grade
   */
  decideAttempt(
    trx: TransactionClientContract,
    attemptId: number,
    verdict: 'approved' | 'rejected',
  ): Promise<{ changed: boolean; grade: number }>
  /**
   * Lets a person continue their last attempt at a course's quiz on location after their computer failed, with the time that was left at
   * that moment. A submitted attempt that failed is reopened; one that passed or is in review is not changed.
   * @returns the minutes left; null without a limit
   * @throws AppError 409 nothing_to_reopen, attempt_counts, no_time_left
   */
  reopenAttempt(
    trx: TransactionClientContract,
    membershipId: number,
    courseId: number,
  ): Promise<{ attemptId: number; minutes: number | null }>
  /** The background image of the certificate of a course version; null without one. */
  certificateBackground(courseVersionId: number): Promise<CertificateBackground | null>
}

/**
 * Tabs of /training/overzicht in addition to learning's own (courses, requirements, question pool), such as exams. The fill's `access`
 * decides who sees the tab; its address is `?tab=<plugin>.<key>`.
 */
export const trainingTabSlot = defineTabSlot<{ readonly isTab?: boolean }>('learning.training_tab')

/**
 * Shown below the choice of courses before they are assigned: what was agreed about them, such as what is left of a contract. `people` is a
 * maximum, because a person who already has a course does not get it again. `company` is the company in which an admin assigns; 0: the
 * user's own.
 */
export const givingSlot = defineSlot<{ courses: readonly number[]; people: number; company: number }>('learning.giving')

export const learningService = defineService<LearningService>('learning.service')

/** Below a passed course: a certificate, a next step. `compact` in a list of courses, where each course already has a frame. */
export const courseResultSlot = defineSlot<{ participationId: number; compact?: boolean }>('learning.course_result')

/** On /deelnemer/trainingen when no training is open: a button for each place to find one. */
export const nothingOpenSlot = defineSlot<Record<string, never>>('learning.nothing_open')

/** On /deelnemer/trainingen, below the open trainings, for people in a flow. */
export const activeTrainingsSlot = defineSlot<ActiveTrainingsProps>('learning.active_trainings')
export interface ActiveTrainingsProps {
  /** The participations that the page shows. */
  shown: readonly number[]
}

/**
 * On /deelnemer/trainingen, in the tabs *Actief* and *Alle* below the trainings. One `<Section>` for each other kind of thing the person has
 * to do, such as an exam; nothing if there is none. Shown when the service `otherWork` says so, because it is on a participant's first page.
 */
export const trainingsSlot = defineSlot<Record<string, never>>('learning.trainings')

/** Feedback on a lesson: a dialog that the lesson's own button opens. The button is only there when a plugin fills the slot. */
export const lessonFeedbackSlot = defineSlot<{ participation: number; activity: number; onClose: () => void }>('learning.lesson_feedback')

/** On /deelnemer/resultaten, below the person's courses: one `<Section>` per source, such as what they learned elsewhere. */
export const resultsSlot = defineSlot<Record<string, never>>('learning.results')
