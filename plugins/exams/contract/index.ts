import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'
import type { Adjustment } from './adjustments.js'
import type { ExamStatus } from './statuses.js'

/** A time and place at which an exam is taken. Owned by the platform: every company that may book the course may book it. */
export interface ExamMoment {
  id: number
  examId: number
  courseId: number
  city: string
  /** Name of the venue. */
  location: string
  address: string
  /** Two letters, such as `nl`. */
  language: string
  /** ISO 8601, UTC. */
  startsAt: string
  /** The duration of the exam. */
  minutes: number
  /** The duration with an adjustment. */
  adjustedMinutes: number
  /** The adjustments that are possible for one person at this moment. */
  adjustments: readonly Adjustment[]
  /** The price per person, without VAT; null: the price in the settings of the company. */
  priceCents: number | null
  /** The exam concludes the teaching of its course, so it may be exempt from VAT together with it (decision 0266). */
  closesTeaching: boolean
  seats: number
  /** Seats neither held nor taken, across companies; never below 0. */
  seatsLeft: number
  /** The moment or its exam requires people of 18 and older, on the day of the exam. */
  adultsOnly: boolean
  providerCompanyId: number | null
  /** The end of booking; ISO 8601. */
  closesAt: string
  /** It can be booked no more: `closesAt` is past. */
  closed: boolean
  /** Only for this company, at its own location, and at least this many people are billed. Null: open to all. */
  billedLeast: number | null
  /** Nobody can book it any more. */
  withdrawn: boolean
}

/** One person at one moment. */
export interface ExamEntry {
  id: number
  key: string
  /** Null: a seat for a person who is not a member (yet). */
  membershipId: number | null
  momentId: number
  status: ExamStatus
  /** ISO 8601 while the seat is only held, null once it is taken. */
  heldUntil: string | null
  /** ISO 8601: when the seat was released. */
  releasedAt: string | null
  releaseReason: ReleaseReason | null
  adjustments: readonly Adjustment[]
  /** The person confirmed their data for the exam house. */
  isCandidate: boolean
}

/** The current terms of the exam, written by the exam provider. */
export interface ExamTerms {
  /** Name of the provider. */
  provider: string
  /** Plain text, in the reader's language if the provider wrote it, else with the fallback of `textIn`. */
  text: string
  /** The language of the text. */
  language: string
  /** A hash of the text and the language it is read in: other words, or the same in another language, have another mark. */
  mark: string
}

/** The people seats are held for: members of the company, or a number of seats for people who are not members. */
export type SeatsFor = readonly number[] | { readonly seats: number }

/**
 * The reason that a seat was released: by the owner of the key, because the hold expired, the moment was withdrawn, or the provider
 * refused.
 */
export type ReleaseReason = 'released' | 'lapsed' | 'withdrawn' | 'refused'

/**
 * Seats at exams. Runs in the scope of the company whose people they are; `key` is the caller's own id of what the seats are for
 * (`booking:12`, `waiting_list:7`), unique within the company. With `trx` it runs in the caller's transaction, else in its own. Seats are
 * counted under a lock of the moment, across companies: never oversold. The lock is held until the transaction ends, so call no provider or
 * mail server meanwhile; the lock order is by moment.
 */
export interface ExamsService {
  /**
   * Moments that this company can still book: not closed, not withdrawn, of a course; soonest first. Includes full ones (`seatsLeft` 0).
   */
  moments(filter: {
    courseId: number
    city?: string
    language?: string
    month?: string /* yyyy-mm, Europe/Amsterdam */
  }): Promise<ExamMoment[]>
  /** The members among these with a seat at an upcoming exam of a course, and the soonest time (ISO 8601). */
  upcomingEntries(courseId: number, membershipIds: readonly number[]): Promise<Map<number, string>>
  /** Returns the certificate of a course's exam by language, from its newest active definition; null if it has none. */
  examOf(courseId: number): Promise<{ certificate: Record<string, string>; validMonths: number | null } | null>
  /** The provider of a course's exam, from its newest active definition with a provider, and the terms; null when there is none. */
  providerOf(courseId: number, language: string | null): Promise<{ companyId: number; name: string; terms: ExamTerms | null } | null>
  /** The same for a known company; null when it is not active. */
  providerFacts(companyId: number, language: string | null): Promise<{ companyId: number; name: string; terms: ExamTerms | null } | null>
  /** One moment, also a past or withdrawn one; null when there is none. */
  moment(momentId: number, trx?: TransactionClientContract): Promise<ExamMoment | null>
  /** The terms of this moment's exam for a reader of this language; null when it has no provider, or the provider has no terms. */
  terms(moment: Pick<ExamMoment, 'providerCompanyId'>, language: string | null): Promise<ExamTerms | null>
  /**
   * Holds seats until a time; all or none. Calling it again with the same key, moment and people extends the hold to the new time.
   * @throws AppError 404 for an unknown moment or person; 409 no_seats_left, moment_past, moment_closed, moment_withdrawn, hold_differs (same key, other
   * moment or people), requirements_missing (with `members`: they do not meet the requirements of the exam), already_entered (one of them
   * has a seat at this moment under another key); 422 at `birthdate`: rules birthdate_required, adults_only
   */
  hold(key: string, momentId: number, people: SeatsFor, until: Date, trx?: TransactionClientContract): Promise<void>
  /**
   * Turns the hold into entries (exam status `waiting`). If it expired, tries to get the seats again. Idempotent by key.
   * @throws AppError 404 for a key that was never held; 409 no_seats_left, moment_past, moment_withdrawn, already_entered
   */
  confirm(key: string, trx?: TransactionClientContract): Promise<void>
  /**
   * Holds seats and turns them into entries at once, for people who pay later. A key that already holds these seats is confirmed.
   * @throws AppError as hold
   */
  book(key: string, momentId: number, people: SeatsFor, trx: TransactionClientContract): Promise<void>
  /**
   * Sets what is done differently for people who hold or have seats under a key; the others stay as they are.
   * @throws AppError 409 adjustment_not_offered for what the moment does not offer
   */
  adjust(key: string, chosen: ReadonlyMap<number, readonly Adjustment[]>, trx: TransactionClientContract): Promise<void>
  /**
   * Changes the adjustments of one person who has a seat under a key, and tells the provider that it changed. What the person had
   * may stay when the moment no longer offers it.
   * @returns the adjustments before
   * @throws AppError 404 for a person without a seat; 409 moment_closed, moment_withdrawn, adjustment_not_offered
   */
  changeAdjustments(
    key: string,
    membershipId: number,
    adjustments: readonly Adjustment[],
    trx: TransactionClientContract,
  ): Promise<readonly Adjustment[]>
  /** Releases the seats (held or confirmed). Idempotent, also for an unknown key. Emits exams.seat.freed. */
  release(key: string, trx?: TransactionClientContract): Promise<void>
  /**
   * Moves seats to another moment of the same course: takes the new seats first, then releases the old ones; the entries go back to
   * `waiting`.
   * @throws AppError as hold; 404 for a key that holds no seats; 409 other_course, adjustment_not_offered
   */
  move(key: string, momentId: number, trx?: TransactionClientContract): Promise<void>
  /** Transfers the seats of some of a key's people to another key, unchanged. */
  transfer(key: string, to: string, membershipIds: readonly number[], trx: TransactionClientContract): Promise<void>
  /** Courses whose exam this person passed. */
  passedBy(membershipId: number, client?: Pick<TransactionClientContract, 'from'>): Promise<number[]>
  /** Returns the helper, seat, place and start of an exam that a person took on location at a time. Null: not at an exam moment. */
  inTheRoom(
    membershipId: number,
    courseId: number,
    at: Date,
  ): Promise<{ helper: string; seat: number | null; place: string; startedAt: Date } | null>
  /** The provider's members who ran the exam that a person took at a time, or helped in the room. */
  ranExamOf(membershipId: number, courseId: number, at: Date, client?: Pick<TransactionClientContract, 'from'>): Promise<number[]>
  /** The entries by key; includes released ones. */
  entries(keys: readonly string[]): Promise<ExamEntry[]>
}

export const examsService = defineService<ExamsService>('exams.service')

/** A seat is free again. Emitted in the company that released it. */
export const seatFreed = defineEvent<{
  momentId: number
  courseId: number
  city: string
  language: string
  startsAt: string
  seatsLeft: number
}>('exams.seat.freed')

/** The exam status of an entry changed; `from` is null when the entry was created (a hold was confirmed). */
export const entryChanged = defineEvent<{
  key: string
  /** Null: a seat for a person who is not a member (yet). */
  membershipId: number | null
  momentId: number
  status: ExamStatus
  from: ExamStatus | null
  /** ISO 8601: tells two changes of one entry apart. */
  changedAt: string
}>('exams.entry.changed')

/** Somebody else of the provider ran a person's exam, or helped in the room. Emitted in the person's company. */
export const roomChanged = defineEvent<{ membershipId: number; courseId: number }>('exams.room.changed')

/** Seats were released without a request of their holder: expired, the moment withdrawn, refused. One event per key. */
export const entriesReleased = defineEvent<{
  key: string
  membershipIds: number[]
  momentId: number
  reason: Exclude<ReleaseReason, 'released'>
}>('exams.entries.released')

/** The moment of a key's people has another start or place. One event per key and change. */
export const momentMoved = defineEvent<{ key: string; membershipIds: number[]; momentId: number; startsAt: string; from: string }>(
  'exams.moment.moved',
)
