import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Session } from '#core/kit/scope'
import type { Adjustment } from '#plugins/exams/contract/adjustments'
import type { ExamMoment, ExamTerms } from '#plugins/exams/contract/index'
import type { Offer } from '#plugins/learning/contract/offers'
import type { BookingStatus } from '../../contract/index.js'
import type { Act } from './act_names.js'
import { confirmDiscount, processed, refuse, refuseDiscount } from './admin_acts.js'
import { cancelCourse, extendCourse, restartCourse, updateCourse } from './course_acts.js'
import { adjustExam } from './adjust_exam.js'
import { addExam, cancelExam, updateExam } from './exam_acts.js'
import type { BookingRow } from './store.js'
import type { Terms } from './terms.js'

export interface KnownFacts {
  moment: ExamMoment | null
  /** The course of that moment's exam; null when it is not offered any more. */
  examined: Offer | null
  /** The provider of the exam at that moment. */
  examTerms: ExamTerms | null
  offer: Offer | null
  terms: Terms
}

export interface ActContext {
  trx: TransactionClientContract
  /** The locked row. */
  booking: BookingRow
  session: Session
  /** Facts of the request, read before the transaction: a second connection beside it would starve the pool. */
  known: KnownFacts
  order: {
    act: Act
    moment?: number | undefined
    course?: number | undefined
    reason?: string | undefined
    exam_terms?: string | undefined
    person?: number | undefined
    adjustments?: Adjustment[] | undefined
  }
}

interface ActRule {
  needsReason?: boolean
  /** Returns the reason that the action is refused now, as a code; null if it is allowed. Pure, so that screens use the same rule. */
  refusal(booking: BookingRow): string | null
  run(context: ActContext): Promise<void>
}

/** Maximum number of extensions of a course. */
export const MAX_EXTENSIONS = 2
/** States in which a booking can be changed. */
const STANDING: readonly BookingStatus[] = ['paid', 'invoice', 'needs_processing']

const stands = ({ status }: BookingRow) => (STANDING.includes(status) ? null : 'booking_not_open')
const withCourse = (booking: BookingRow) => stands(booking) ?? (booking.type === 'exam' ? 'no_course' : null)
const withExam = (booking: BookingRow) =>
  stands(booking) ?? (booking.type === 'elearning' ? 'no_exam' : booking.exam_at && booking.exam_at <= new Date() ? 'exam_past' : null)

/** For acts that need to know who takes part. */
const byName = (rule: (booking: BookingRow) => string | null) => (booking: BookingRow) =>
  rule(booking) ?? (booking.by_keys ? 'booked_by_keys' : null)

/** The rules of the acts (specification, section 4). */
export const ACT_RULES: Readonly<Record<Act, ActRule>> = {
  add_exam: { refusal: byName((booking) => stands(booking) ?? (booking.type === 'elearning' ? null : 'has_exam')), run: addExam },
  update_exam: { refusal: withExam, run: updateExam },
  update_course: {
    refusal: byName((booking) => withCourse(booking) ?? (booking.type === 'elearning' ? null : 'has_exam')),
    run: updateCourse,
  },
  extend_course: {
    // Specification, section 8: access not renewed.
    refusal: byName((booking) => withCourse(booking) ?? (booking.extensions < MAX_EXTENSIONS ? null : 'access_not_renewed')),
    run: extendCourse,
  },
  restart: { refusal: byName(withCourse), run: restartCourse },
  cancel_course: { refusal: withCourse, run: cancelCourse },
  cancel_exam: { refusal: withExam, run: cancelExam },
  adjust_exam: {
    // Seats that were lost have no adjustments.
    refusal: byName((booking) => withExam(booking) ?? (booking.status === 'needs_processing' ? 'no_exam' : null)),
    run: adjustExam,
  },
  refuse: { needsReason: true, refusal: stands, run: refuse },
  processed: { refusal: ({ status }) => (status === 'needs_processing' ? null : 'nothing_to_process'), run: processed },
  discount_confirmed: {
    // Before it is paid, the invoice would differ from the card payment. Without an exam there is nothing to discount.
    refusal: (booking) =>
      stands(booking) ?? (booking.discount !== 'proposed' ? 'no_discount' : booking.type === 'elearning' ? 'no_exam' : null),
    run: confirmDiscount,
  },
  discount_refused: { refusal: ({ discount }) => (discount === 'proposed' ? null : 'no_discount'), run: refuseDiscount },
}

/** The acts that are possible now for this person. */
export const actsOn = (booking: BookingRow, admin: boolean, adminActs: readonly Act[]): Act[] =>
  (Object.keys(ACT_RULES) as Act[]).filter((name) => (admin || !adminActs.includes(name)) && ACT_RULES[name].refusal(booking) === null)
