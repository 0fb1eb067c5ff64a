import { defineEvent } from '#core/contract/events'
import { type ListToken, listToken } from '#core/contract/lists'
import { defineService } from '#core/contract/services'
import type { MoneyLine } from '#core/contract/money'
import { defineStatuses } from '#core/contract/statuses'
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

/** What else the history tells: of the payment, and of the platform's admins. */
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
  // One of its people has a booking of their own.
  'split',
] as const
export type NotedAction = (typeof NOTED_ACTIONS)[number]

/** What a line of a price is for; words: `booking.line.<key>`. */
export type LineKey =
  | 'release'
  | 'contract_extra'
  | 'exam'
  | 'transaction'
  | 'sir_discount'
  | 'cancelled_course'
  | 'cancelled_exam'
  | 'cancellation'
  | 'changed'
export interface PriceLine extends MoneyLine {
  readonly key: LineKey
  /** The subject of the further invoice that billed it; none: the booking's first. */
  readonly bill?: string
}

/** What every event of a booking carries. */
export interface BookingFacts {
  bookingId: number
  number: string
  courseId: number
  type: BookingType
  membershipIds: number[]
  /** Membership of who booked; null: an admin, or somebody who is gone. */
  bookedBy: number | null
}

/** It stands: paid, or to be paid by invoice. */
export const bookingConfirmed = defineEvent<BookingFacts>('booking.booking.confirmed')
/** Its payment was declined, or nobody paid in time. Once per try; it can be paid after all. */
export const bookingNotPaid = defineEvent<BookingFacts>('booking.booking.not_paid')
/** Nothing of it is left. */
export const bookingCancelled = defineEvent<BookingFacts & { cancellationCents: number }>('booking.booking.canceled')

/** Somebody's exam is at another moment now, or the moment itself is elsewhere; one event a person. */
export const examMoved = defineEvent<{ key: string; membershipId: number; momentId: number }>('booking.exam.moved')

/** Somebody's exam is off; one event a person. `released`: cancelled; `withdrawn`: the moment does not take place. */
export const examCancelled = defineEvent<{ key: string; membershipId: number; momentId: number; reason: 'released' | 'withdrawn' }>(
  'booking.exam.canceled',
)

/** Somebody's course is off; one event a person. */
export const courseCancelled = defineEvent<{ bookingId: number; membershipId: number }>('booking.course.canceled')

/** What went of a booking: its exam, its course, all of it by the platform, or the moment of its exam. */
export type CancelledPart = 'exam' | 'course' | 'refused' | 'withdrawn'

/** Something of a booking was cancelled, or its moment was withdrawn. `cancellationCents`: what is due for this, without VAT. */
export const partCancelled = defineEvent<BookingFacts & { part: CancelledPart; cancellationCents: number }>('booking.part.canceled')

/** The exam of a booking is at another moment, or the moment itself is elsewhere; one event a booking. */
export const bookingMoved = defineEvent<BookingFacts & { momentId: number }>('booking.booking.moved')

/** What the wizard is filled in with by a booking link. */
export interface WizardStart {
  /** The link's token; its price is read from the link each time. */
  link: string
  course: number
  /** Null: the person chooses. */
  type: BookingType | null
  /** Which exam moments are shown first; empty: all. `month` as `yyyy-mm`. */
  moments: { city: string; language: string; month: string }
}

/** Status of a booking, together with the bookings that were split off it for single people. */
export interface BookingStanding {
  id: number
  status: BookingStatus
  type: BookingType
  courseId: number
  people: number
  /** What exams know it by. */
  keys: string[]
  /** Learning's, of everybody whose course was released. */
  participationIds: number[]
}

/** Runs in the scope of the company that books. */
export interface BookingService {
  /**
   * Fills in this person's wizard. Who takes part and who pays stay as they were.
   * @returns whether the wizard was of another link, or of none, until now
   * @throws AppError 403 for who only visits the company
   */
  begin(session: Session, start: WizardStart): Promise<{ isNew: boolean }>
  /** Status of bookings. Unknown ids are left out. `courseId`: bookings of one course, oldest first, at most 100. */
  standing(which: { ids: readonly number[] } | { courseId: number }): Promise<BookingStanding[]>
  /** The booking that gave a participation; null for none. */
  ofParticipation(participationId: number): Promise<number | null>
}
export const bookingService = defineService<BookingService>('booking.service')

/** The list at /administratie, for who adds columns or filters. */
export const bookingList: ListToken = listToken('booking.bookings')
