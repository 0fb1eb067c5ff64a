import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '#core/contract/events'
import { type ListToken, listToken } from '#core/contract/lists'
import { defineService } from '#core/contract/services'
import type { MoneyLine } from '#core/contract/money'
import { defineStatuses } from '#core/contract/statuses'
import { defineSlot } from '#core/contract/web'
import type { Session } from '#core/kit/scope'

/** Specification, section 4. */
export const bookingStatuses = defineStatuses('booking.status', {
  created: ['neutral', 'not_started'],
  open: ['warning', 'waiting'],
  paid: ['success', 'success'],
  invoice: ['info', 'planned'],
  failed: ['error', 'error'],
  expired: ['neutral', 'expired'],
  needs_processing: ['warning', 'review'],
  canceled: ['neutral', 'canceled'],
})
export const BOOKING_STATUSES = ['created', 'open', 'paid', 'invoice', 'failed', 'expired', 'needs_processing', 'canceled'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

export const BOOKING_TYPES = ['elearning', 'elearning_exam', 'exam'] as const
export type BookingType = (typeof BOOKING_TYPES)[number]

export const PAYMENT_METHODS = ['invoice', 'card'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Specification, section 4: the nine actions, each in the history. */
export const BOOKING_ACTIONS = [
  'created',
  'add_exam',
  'update_exam',
  'update_course',
  'extend_course',
  'restart',
  'cancel_course',
  'cancel_exam',
  'book_again',
] as const
export type BookingAction = (typeof BOOKING_ACTIONS)[number]

/** Further history entries: payments, and acts of the platform's admins. */
export const NOTED_ACTIONS = [
  ...BOOKING_ACTIONS,
  'pay_again',
  'open',
  'paid',
  'failed',
  'expired',
  'late_payment',
  'seats_lost',
  'confirm',
  'refuse',
  'processed',
  'discount_confirmed',
  'discount_refused',
  // One of its people was split off to a booking of their own.
  'split',
  'adjust_exam',
  // Everybody left the exam, so its minimum is given back to who left earlier.
  'least_returned',
] as const
export type NotedAction = (typeof NOTED_ACTIONS)[number]

/** The purpose of a price line; texts: `booking.line.<key>`. */
export type LineKey =
  | 'release'
  | 'contract_extra'
  | 'exam'
  | 'exam_least'
  | 'transaction'
  | 'sir_discount'
  | 'cancelled_course'
  | 'cancelled_exam'
  | 'cancellation'
  | 'changed'
export interface PriceLine extends MoneyLine {
  readonly key: LineKey
  /** The subject of the later invoice that billed it; without it the booking's first invoice. */
  readonly bill?: string
  /** The moment whose minimum an `exam_least` line bills, or a `cancelled_exam` line gives back. */
  readonly moment?: number
}

/** The fields of every booking event. */
export interface BookingFacts {
  bookingId: number
  number: string
  courseId: number
  type: BookingType
  membershipIds: number[]
  /** Membership of the person who booked; null for an admin or a deleted person. */
  bookedBy: number | null
  /** The booking has seats without names. */
  byKeys?: boolean
}

/** The booking is final: paid, or on invoice. */
export const bookingConfirmed = defineEvent<BookingFacts>('booking.booking.confirmed')
/** Its payment was declined, or nobody paid in time. Sent once per attempt; it can still be paid. */
export const bookingNotPaid = defineEvent<BookingFacts>('booking.booking.not_paid')
/** The whole booking was cancelled. */
export const bookingCancelled = defineEvent<BookingFacts & { cancellationCents: number }>('booking.booking.canceled')

/** A person's exam moved to another moment, or the moment itself changed; one event per person. */
export const examMoved = defineEvent<{ key: string; membershipId: number; momentId: number }>('booking.exam.moved')

/** The adjustments of a person's exam changed. `by`: the membership that changed them; null for the platform. */
export const examAdjusted = defineEvent<BookingFacts & { key: string; membershipId: number; momentId: number; by: number | null }>(
  'booking.exam.adjusted',
)

/** A person's exam does not take place; one event per person. `released`: cancelled; `withdrawn`: the moment was withdrawn. */
export const examCancelled = defineEvent<{ key: string; membershipId: number; momentId: number; reason: 'released' | 'withdrawn' }>(
  'booking.exam.canceled',
)

/** A person's course was cancelled; one event per person. */
export const courseCancelled = defineEvent<{ bookingId: number; membershipId: number }>('booking.course.canceled')

/** The cancelled part of a booking: its exam, its course, all of it (by the platform), or the moment of its exam. */
export type CancelledPart = 'exam' | 'course' | 'refused' | 'withdrawn'

/** Part of a booking was cancelled, or its moment was withdrawn. `cancellationCents`: the cancellation costs without VAT. */
export const partCancelled = defineEvent<BookingFacts & { part: CancelledPart; cancellationCents: number }>('booking.part.canceled')

/** The exam of a booking moved to another moment, or the moment itself changed; one event per booking. */
export const bookingMoved = defineEvent<BookingFacts & { momentId: number }>('booking.booking.moved')

/** The values a booking link puts in the wizard. */
export interface WizardStart {
  /** The link's token; its price is read from the link each time. */
  link: string
  course: number
  /** Null: the person chooses. */
  type: BookingType | null
  /** The exam moment that is chosen already; null: none. */
  moment: number | null
  /** The exam moments shown first; empty for all. `month` as `yyyy-mm`. */
  moments: { city: string; language: string; month: string }
}

/** Status of a booking, including bookings that were split off it. */
export interface BookingStanding {
  id: number
  status: BookingStatus
  type: BookingType
  courseId: number
  people: number
  /** The id by which the plugin exams knows it. */
  keys: string[]
  /** Learning's participations, of everybody whose course was released. */
  participationIds: number[]
}

/** Runs in the scope of the company that books. */
export interface BookingService {
  /**
   * Fills in this person's wizard. Participants and billing details stay as they were.
   * @returns whether the wizard belonged to another link, or none, until now
   * @throws AppError 403 for an admin who only visits the company
   */
  begin(session: Session, start: WizardStart): Promise<{ isNew: boolean }>
  /** Status of bookings. Unknown ids are left out. `courseId`: bookings of one course, oldest first, at most 100. */
  standing(which: { ids: readonly number[] } | { courseId: number }): Promise<BookingStanding[]>
  /** The booking that gave a participation; null for none. */
  ofParticipation(participationId: number): Promise<number | null>
  /**
   * Gives one of the seats without names of a booking to a person. Locks the booking until the transaction ends.
   * @throws AppError 404 for an unknown booking; 409 booking_not_open, no_seats_left, has_seat (this person has one of its seats)
   */
  takeSeat(trx: TransactionClientContract, bookingId: number, membershipId: number): Promise<void>
  /** Gives the courses of a booking that its people do not have yet. Idempotent. */
  release(bookingId: number): Promise<void>
}
export const bookingService = defineService<BookingService>('booking.service')

/** On the page of a booking of seats without names, instead of its people. */
export const bookingSeatsSlot = defineSlot<{ booking: BookingWithSeats }>('booking.seats')
export interface BookingWithSeats {
  id: number
  status: BookingStatus
  /** The number of seats. */
  seats: number
}

/** The list at /administratie, for plugins that add columns or filters. */
export const bookingList: ListToken = listToken('booking.bookings')
