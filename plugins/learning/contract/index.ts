import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'
import { defineSlot, defineTabSlot } from '#core/contract/web'
import type { Offer } from './offers.js'
import type { AnsweredQuestion, QuizName, RecordedQuiz } from './recording.js'
import type { ParticipationSource, ParticipationStatus } from './states.js'

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
/** A step was done, or done better, and the course goes on. */
export const participationProgressed = defineEvent<ParticipationFacts>('learning.participation.progressed')
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
  durationMinutes: number
  /** A project may demand it at the gate. */
  isProjectInstruction: boolean
  /** Direct access leads into it without a supervisor's assignment. */
  directAccess: boolean
  /** It has a quiz, which does not start on a phone. */
  needsComputer: boolean
}

/** Where somebody is with a course. */
export interface CourseStanding {
  /** The participation in which they may work now. */
  openId: number | null
  /** When they last passed it. */
  passed: { participationId: number; at: Date } | null
}

/** How far somebody came with a course, and what came of it. */
export interface Outcome {
  participationId: number
  courseId: number
  status: ParticipationStatus
  /** Of 100. */
  progress: number
  /** Of 100; null without one. */
  grade: number | null
}

/** A PNG or JPEG. */
export interface CertificateBackground {
  content: Uint8Array
  contentType: string
}

/** What other plugins may ask of learning. Runs in the caller's scope. */
/** What giving a course did to one participation, as far as taking it back needs to know. */
export interface Given {
  id: number
  /** `updated_at` right after: whatever happens to it later changes that. */
  version: string
  /** Of a new one: what was the latest of this course until then. */
  latest?: number | null
  /** Of one that was so already: its version until then. Taken back, whoever gave it before may take theirs back again. */
  over?: string
  /** Of one that was open: its terms until then, and how they had got it. */
  before?: { due_at: string | null; mandatory: boolean; source: ParticipationSource }
  /** Its person was told of it: they are told too when it is taken back. */
  told?: boolean
}

/**
 * What became of a course that a flow starts: the participation (`had`: it was open already) with its due day, which stays as it was where it had one,
 * or why it could not start.
 */
export type FlowGift =
  | { participationId: number; had: boolean; dueAt: string | null }
  | {
      refused:
        | 'course_unavailable'
        | 'member_inactive'
        | 'not_a_participant'
        | 'contract_limit_reached'
        /** Of a course for adults: nobody knows yet when they were born, or they are not 18 yet. */
        | 'birthdate_missing'
        | 'under_age'
    }

/** Why something that was given stays: somebody began it or is past it; it was changed, or given otherwise too, since. */
export type StaysBecause = 'begun_meanwhile' | 'given_meanwhile'

/** A lesson, the same in every version of its course. Texts by language. */
export interface LessonName {
  membershipId: number
  courseId: number
  activityKey: string
  title: Record<string, string>
  courseName: Record<string, string>
}

export interface LearningService {
  /** Courses that this company may give its people. */
  listCourses(): Promise<CourseSummary[]>
  /** The one of them with a short name, else with an id; a number is an id and nothing else. Null for none. */
  courseNamed(named: string | number): Promise<CourseSummary | null>
  /**
   * Courses that this company may give and book, as their newest published versions have them; in SQL the view `learning_offers`.
   * @param courseIds only these; one that is no offer (any more) is left out
   */
  offers(courseIds?: readonly number[]): Promise<Offer[]>
  /**
   * Gives a membership a course. Doing it twice gives the same participation.
   * @throws AppError 404 for a course or membership that is not this company's to use; 409 contract_limit_reached, but for what was booked
   */
  register(membershipId: number, courseId: number, source: 'assigned' | 'direct' | 'flow' | 'booking' | 'lti'): Promise<number>
  /**
   * The same with a due day (`yyyy-mm-dd`), to who has it open too. Whoever passed it is left alone.
   * @param terms.again also to who passed it: they take it once more, and the result that they have stays
   * @param by membership of who gives it; null: nobody
   * @param trx the transaction of the caller, when one is open
   * @returns what became of it, and what `unassign` needs to take it back, as JSON
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
   * Takes back what one `assign` did, as far as it is still as that left it, and tells its person where they were told of it (`given.told`).
   * Doing it twice changes nothing.
   * @param by membership of who takes it back; null: nobody
   * @returns whether there was something to take back, or why it stays
   */
  unassign(given: Given, by: number | null, trx: TransactionClientContract): Promise<boolean | StaysBecause>
  /**
   * Gives a course because of a group. Who has it open by another way keeps it as it is (`given` is false); who has it of a
   * group gets these terms. Doing it twice changes nothing.
   * @param why the group's name, for the history
   * @param trx the transaction of the caller, when one is open
   * @throws AppError as `assign`
   */
  give(
    membershipId: number,
    courseId: number,
    terms: { dueAt: string | null; mandatory: boolean },
    why: string,
    trx?: TransactionClientContract,
  ): Promise<{ participationId: number; given: boolean; outcome: 'assigned' | 'changed' | 'unchanged' }>
  /**
   * Has somebody hear which courses they were given, in the transaction that gives them: a mail and a notification, once a participation.
   * Somebody who was invited gets the invitation again instead, which names what waits for them. Nobody hears of what is `unchanged`.
   */
  tell(
    trx: TransactionClientContract,
    membershipId: number,
    given: readonly { participationId: number; outcome: 'assigned' | 'changed' | 'unchanged' }[],
  ): Promise<void>
  /**
   * Takes back what only a group gave: cancelled when nobody began it, else it stays.
   * @returns whether it was cancelled
   */
  takeBack(participationId: number): Promise<boolean>
  /**
   * Gives one course to many people because a flow starts it for them, with as many statements for one as for a thousand. Who has it open keeps
   * that participation, which belongs to the flow from now on. Who passed it before takes it once more.
   * @param why the flow's name, for the history
   * @returns membership → what became of it
   */
  giveInFlow(
    trx: TransactionClientContract,
    courseId: number,
    people: readonly { membershipId: number; dueAt: string | null }[],
    why: string,
  ): Promise<Map<number, FlowGift>>
  /**
   * Lets participations go on without the flow that started them: supervisors may cancel them again.
   * @param cancel also cancels those that nobody began
   * @param by membership of who does it; null: nobody
   */
  leaveFlow(trx: TransactionClientContract, participationIds: readonly number[], cancel: boolean, by: number | null): Promise<void>
  /**
   * Gives participations that are open another due date (`yyyy-mm-dd`), with a line in the history of each, and has their people hear of it.
   * @param by who does it; null: nobody
   * @returns those that had another due date before
   */
  changeDue(
    trx: TransactionClientContract,
    participationIds: readonly number[],
    dueAt: string,
    why: string,
    by: { companyId: number | null; membershipId: number | null } | null,
  ): Promise<number[]>
  /**
   * Extends, restarts or cancels what a booking gave, by the rules that supervisors have, in the transaction of the booking.
   * @param by membership of who does it; null: nobody
   * @returns the participation to go on with (a restart gives a new one) and when its access ends
   * @throws AppError 404; 409 part_of_flow, participation_finished, nothing_to_extend, not_started_yet, superseded
   */
  actOnBooked(
    trx: TransactionClientContract,
    participationId: number,
    act: 'extend' | 'restart' | 'cancel',
    by: number | null,
  ): Promise<{ participationId: number; expiresAt: Date | null }>
  /** Which of these somebody began; one that is not there is left out. */
  begun(participationIds: readonly number[], trx?: TransactionClientContract): Promise<Set<number>>
  /** Who of these members has a course open. */
  haveOpen(courseId: number, membershipIds: readonly number[]): Promise<Set<number>>
  /** What became of these; one that is not there is left out. */
  outcomes(participationIds: readonly number[]): Promise<Outcome[]>
  /** Where a membership is with a course. */
  standing(membershipId: number, courseId: number): Promise<CourseStanding>
  /** Which of these people lack what is asked for before a course's exam. */
  lackingForExam(trx: TransactionClientContract, courseId: number, membershipIds: readonly number[]): Promise<number[]>
  /** The courses in which somebody may work now, and the day on which each is due (`yyyy-mm-dd`). */
  underWay(membershipId: number): Promise<{ participationId: number; courseId: number; dueAt: string | null }[]>
  /** Makes a folder of docs/course-format.md the running company's own course. @returns its id @throws Error with its first mistake */
  importOwnCourse(folder: string): Promise<number>
  /** A picture that stands for a course, by its hash and whose the course is (null: the platform's); null when there is none. */
  picture(hash: string, companyId: number | null): Promise<CertificateBackground | null>
  /** A lesson of an open participation. @throws AppError 404 for another activity or a participation that is not open */
  lesson(participationId: number, activityId: number): Promise<LessonName>
  /** A quiz that is recorded, of an open participation. @throws AppError 404 for one that is neither */
  recordedQuiz(participationId: number, activityId: number): Promise<RecordedQuiz>
  /** Somebody's recorded quiz in their open participation in its course. @throws AppError 404 */
  findRecordedQuiz(membershipId: number, quiz: QuizName): Promise<{ participationId: number; activityId: number }>
  /** Whether a course's newest published version has such a recorded quiz, as far as the running scope sees the course. */
  hasRecordedQuiz(quiz: QuizName): Promise<boolean>
  /** What somebody answered in an attempt that was handed in, and what was right; in the language of the attempt. Null for no such attempt. */
  answersOf(attemptId: number): Promise<{ grade: number; passPercentage: number; questions: AnsweredQuestion[] } | null>
  /**
   * Ends the review of an attempt: approved it counts with its grade, rejected it is failed. A rejection can be approved later; then a
   * course that failed by it goes on, or is passed. Doing it twice changes nothing.
   * @returns whether it was changed, and its grade
   */
  decideAttempt(
    trx: TransactionClientContract,
    attemptId: number,
    verdict: 'approved' | 'rejected',
  ): Promise<{ changed: boolean; grade: number }>
  /**
   * Lets somebody go on with their last attempt at a course's quiz on location, with the time that it had left when their computer failed. What was
   * handed in and failed is open again; what was passed or is in review stays.
   * @returns the minutes that are left; null without a limit
   * @throws AppError 409 nothing_to_reopen, attempt_counts, no_time_left
   */
  reopenAttempt(
    trx: TransactionClientContract,
    membershipId: number,
    courseId: number,
  ): Promise<{ attemptId: number; minutes: number | null }>
  /** What a version of a course puts behind the words of its certificate; null without one. */
  certificateBackground(courseVersionId: number): Promise<CertificateBackground | null>
}

/**
 * Tabs of /training/overzicht beside learning's own (courses, requirements, question pool), such as exams. The fill's `access`
 * says who has the tab; `?tab=<plugin>.<key>` is its address.
 */
export const trainingTabSlot = defineTabSlot<{ readonly isTab?: boolean }>('learning.training_tab')

/**
 * Where courses are about to be given to people, under the choice of courses: what was agreed of them, such as what is left of a contract.
 * `people` at most, as who has a course already gets it no second time; `company` for an admin who gives in one, 0: one's own.
 */
export const givingSlot = defineSlot<{ courses: readonly number[]; people: number; company: number }>('learning.giving')

export const learningService = defineService<LearningService>('learning.service')

/** Under a course that is passed: a certificate, a next step. `compact` in a list of courses, where each already has a frame. */
export const courseResultSlot = defineSlot<{ participationId: number; compact?: boolean }>('learning.course_result')

/** On /deelnemer/trainingen when nothing is open: where one finds something to learn, a button each. */
export const nothingOpenSlot = defineSlot<Record<string, never>>('learning.nothing_open')

/** On /deelnemer/trainingen, below what is open: shown where a flow started one of the person's trainings, or where none is open. */
export const activeTrainingsSlot = defineSlot<Record<string, never>>('learning.active_trainings')

/** On /deelnemer/trainingen, below all of one's trainings (the tab *Alle*: a first visit fetches none of it): one `<Section>` each of what else waits for them, such as an exam. Nothing where there is none. */
export const trainingsSlot = defineSlot<Record<string, never>>('learning.trainings')

/** Feedback on a lesson: a dialog that the lesson's own button opens. The button is only there when a plugin fills the slot. */
export const lessonFeedbackSlot = defineSlot<{ participation: number; activity: number; onClose: () => void }>('learning.lesson_feedback')

/** On /deelnemer/resultaten, below one's own courses: one `<Section>` each, such as what was learned elsewhere. */
export const resultsSlot = defineSlot<Record<string, never>>('learning.results')
