import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '#core/contract/events'
import { defineService } from '#core/contract/services'
import type { ExamStatus } from './statuses.js'

/** A place and a time at which an exam is taken. The platform's: every company may book it that may book the course. */
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
  /** How long the exam takes. */
  minutes: number
  /** It closes the teaching of its course, so that it may be exempt from VAT with it (decision 0266). */
  closesTeaching: boolean
  seats: number
  /** Neither held nor given, whichever company; never below 0. */
  seatsLeft: number
  /** The moment or its exam asks for people of 18 and older, on the day of the exam. */
  adultsOnly: boolean
  providerCompanyId: number | null
  /** Nobody can book it any more. */
  withdrawn: boolean
}

/** One person at one moment. */
export interface ExamEntry {
  key: string
  /** Null: a seat for somebody who is no member (yet). */
  membershipId: number | null
  momentId: number
  status: ExamStatus
  /** ISO 8601 while it is only held, null once it is theirs. */
  heldUntil: string | null
  /** ISO 8601: the seat was given back. */
  releasedAt: string | null
  releaseReason: ReleaseReason | null
}

/** Under which terms an exam is taken: those of who gives it, as they are now. */
export interface ExamTerms {
  /** Name of the company that gives it. */
  provider: string
  /** Plain text, in the reader's language where it was written, else as `textIn` falls back. */
  text: string
  /** Which language that is. */
  language: string
  /** Names exactly what was written, and in which language of it this is read: other words, or the same in another language, have another mark. */
  mark: string
}

/** For whom seats are held: members of the company, or so many seats for people who are none. */
export type SeatsFor = readonly number[] | { readonly seats: number }

/** Why a seat went back: by the key's owner, its time was over, the moment is off, refused by the provider. */
export type ReleaseReason = 'released' | 'lapsed' | 'withdrawn' | 'refused'

/**
 * Seats at exams. Runs in the scope of the company whose people they are; `key` is the caller's own name for what the seats
 * are for (`booking:12`, `waiting_list:7`), unique within the company. With `trx` it happens in the caller's transaction, else in
 * one of its own. Counted under a lock of the moment, across companies: never oversold. The lock is held until the transaction
 * ends, so ask a provider or a mail server nothing meanwhile; lock order is by moment.
 */
export interface ExamsService {
  /** Moments that this company can still book: in the future, not withdrawn, of a course; soonest first. Full ones too (`seatsLeft` 0). */
  moments(filter: {
    courseId: number
    city?: string
    language?: string
    month?: string /* yyyy-mm, Europe/Amsterdam */
  }): Promise<ExamMoment[]>
  /** Who of these members is entered at a coming moment of a course's exams, and when that is (ISO 8601); the soonest. */
  entered(courseId: number, membershipIds: readonly number[]): Promise<Map<number, string>>
  /** What passing the exam of a course gives, by language: of its newest active definition; null when it has none. */
  examOf(courseId: number): Promise<{ certificate: Record<string, string>; validMonths: number | null } | null>
  /** Who gives the exam of a course, by its newest active definition with a provider, and under which terms; null where nobody does. */
  providerOf(courseId: number, language: string | null): Promise<{ companyId: number; name: string; terms: ExamTerms | null } | null>
  /** The same of a company that is known already; null where it is not active. */
  providerFacts(companyId: number, language: string | null): Promise<{ companyId: number; name: string; terms: ExamTerms | null } | null>
  /** One moment, also a past or withdrawn one; null when there is none. */
  moment(momentId: number): Promise<ExamMoment | null>
  /** Under which terms this moment's exam is taken, for whoever reads this language; null where nobody gives it, or its provider wrote none. */
  terms(moment: Pick<ExamMoment, 'providerCompanyId'>, language: string | null): Promise<ExamTerms | null>
  /**
   * Holds seats until a time; all or none. Same key, moment and people again: the same hold, until the new time.
   * @throws AppError 404 for a moment or a person that is not there; 409 no_seats_left, moment_past, moment_withdrawn,
   *   hold_differs (same key, other moment or people), requirements_missing (with `members`: what the exam asks for before it they do not have), already_entered (one of them has a seat at this moment by another key); 422 at `birthdate`: rules birthdate_required, adults_only
   */
  hold(key: string, momentId: number, people: SeatsFor, until: Date, trx?: TransactionClientContract): Promise<void>
  /**
   * The hold becomes entries (exam status `waiting`). Lapsed: tries to get the seats again. Idempotent by key.
   * @throws AppError 404 for a key that was never held; 409 no_seats_left, moment_past, moment_withdrawn, already_entered
   */
  confirm(key: string, trx?: TransactionClientContract): Promise<void>
  /**
   * Holds seats and makes entries of them at once, for who pays later. A key that holds these seats already is confirmed.
   * @throws AppError as hold
   */
  take(key: string, momentId: number, people: SeatsFor, trx: TransactionClientContract): Promise<void>
  /** Gives the seats back (held or confirmed). Idempotent, also for an unknown key. Emits exams.seat.freed. */
  release(key: string, trx?: TransactionClientContract): Promise<void>
  /**
   * To another moment of the same course: new seats first, then the old ones back; the entries go back to `waiting`.
   * @throws AppError as hold; 404 for a key that holds no seats; 409 other_course
   */
  move(key: string, momentId: number, trx?: TransactionClientContract): Promise<void>
  /** Seats of some of a key's people go on under another key, as they are. */
  handOn(key: string, to: string, membershipIds: readonly number[], trx: TransactionClientContract): Promise<void>
  /** Courses whose exam this person passed. */
  passedBy(membershipId: number, client?: Pick<TransactionClientContract, 'from'>): Promise<number[]>
  /** How somebody took a course's exam on location at a time: helper, seat, place and when the examiner started it. Null: not at an exam moment. */
  inTheRoom(
    membershipId: number,
    courseId: number,
    at: Date,
  ): Promise<{ helper: string; seat: number | null; place: string; startedAt: Date } | null>
  /** Who stands where, by key; released ones too. */
  entries(keys: readonly string[]): Promise<ExamEntry[]>
}

export const examsService = defineService<ExamsService>('exams.service')

/** A seat is free again. Heard in the company that gave it back. */
export const seatFreed = defineEvent<{
  momentId: number
  courseId: number
  city: string
  language: string
  startsAt: string
  seatsLeft: number
}>('exams.seat.freed')

/** An entry got another exam status; `from` is null when it became one (a hold was confirmed). */
export const entryChanged = defineEvent<{
  key: string
  /** Null: a seat for somebody who is no member (yet). */
  membershipId: number | null
  momentId: number
  status: ExamStatus
  from: ExamStatus | null
  /** ISO 8601: two changes of one entry are two facts. */
  changedAt: string
}>('exams.entry.changed')

/** Seats went back without their holder asking: lapsed, the moment withdrawn, refused. One event a key. */
export const entriesReleased = defineEvent<{
  key: string
  membershipIds: number[]
  momentId: number
  reason: Exclude<ReleaseReason, 'released'>
}>('exams.entries.released')

/** The moment of a key's people now starts at another time or is elsewhere. One event a key and change. */
export const momentMoved = defineEvent<{ key: string; membershipIds: number[]; momentId: number; startsAt: string; from: string }>(
  'exams.moment.moved',
)
