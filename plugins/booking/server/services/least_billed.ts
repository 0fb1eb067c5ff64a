import { type ExamMoment } from '#plugins/exams/contract/index'
import { shareOf, type Vat } from '#core/contract/money'
import { vatOf } from '#plugins/invoices/contract/vat'
import type { PriceLine } from '../../contract/index.js'
import { cancellationLines } from '../money/price.js'
import { shortfallOf } from '../../shortfall.js'
import type { KnownFacts } from './act_rules.js'
import { venueOf } from './exam_facts.js'
import type { BookingRow } from './store.js'

interface ExamPrice {
  unitCents: number
  vat: Vat
}

/** Returns the price per person of an exam that is added to a booking. */
export function priceOfExam(booking: BookingRow, moment: ExamMoment, { terms, examined }: KnownFacts): ExamPrice {
  const buyer = { country: booking.buyer.country ?? 'NL', vatNumber: booking.buyer.vat_number || null }
  // The course was invoiced with the booking: an exam cannot make it exempt afterwards.
  const wasTaxed = booking.lines.some(({ key, vat: { reason } }) => key === 'release' && reason === 'standard')
  const vat = vatOf('exam', {
    ...{ buyer, registered: terms.registered, taught: examined?.vatKind === 'taught', closes: moment.closesTeaching && !wasTaxed },
    venue: venueOf(moment),
  })
  return { unitCents: moment.priceCents ?? terms.examCents, vat }
}

/**
 * The lines that charge for the missing people of a moment that bills a minimum
 * number.
 * @param moment without the seats of this booking
 */
export function leastLines(moment: ExamMoment | null, people: number, { unitCents, vat }: ExamPrice): PriceLine[] {
  const missing = shortfallOf(moment, people)
  if (!moment || !missing || !unitCents) return []
  return [{ key: 'exam_least', quantity: Math.abs(missing), unitCents: Math.sign(missing) * unitCents, vat, moment: moment.id }]
}

const reversed = (line: PriceLine): PriceLine => ({ ...line, unitCents: -line.unitCents })

const isLeast = ({ key, moment }: PriceLine) => key === 'exam_least' || moment !== undefined
/** Whether a line is about the minimum of a moment. Older lines do not name their moment: it is the booking's own. */
const isLeastOf = (line: PriceLine, moment: number | null) => isLeast(line) && (line.moment ?? moment) === moment

/**
 * The lines for leaving a moment that bills a minimum number of people. They reverse the lines of entering it: people
 * who leave may be missing now and are charged, or their earlier charge for missing people is given back.
 * @param from the moment without the seats of these people; null if the seats were lost, as the whole minimum is given back then
 */
export function leavingLines(booking: BookingRow, from: ExamMoment | null, people: number): PriceLine[] {
  const paid = booking.lines.filter((line) => isLeastOf(line, booking.moment_id))
  if (!from) return paid.map(reversed)
  const exam = booking.lines.find(({ key }) => key === 'exam')
  const bill = (paid.at(-1) ?? exam)?.bill
  return exam ? leastLines(from, people, exam).map((line) => reversed({ ...line, ...(bill && { bill }) })) : []
}

/** Whether a moment bills a minimum for people who stay. @param from without the people who leave */
export const billsWithoutThem = (from: ExamMoment | null): boolean => Boolean(from?.billedLeast) && from!.seats > from!.seatsLeft

/** What cancelling exams at a moment that bills a minimum costs. */
interface LeavingForGood {
  /** The moment without the seats of these people; null if the seats were lost or nothing is known of it. */
  from: ExamMoment | null
  /** The id of the moment. */
  moment: number | null
  people: number
  /** The share of the price that is due as cancellation costs, in basis points. */
  share: number
}

/**
 * The lines for cancelling exams. While other people stay at a moment that bills a minimum, the minimum stays billed: who is missing from now
 * on is charged the full price, and earlier charges for missing people remain. The last ones to leave get back what they were billed, by the
 * cancellation policy.
 */
export function cancelledExamLines(lines: readonly PriceLine[], { from, moment, people, share }: LeavingForGood): PriceLine[] {
  const own = lines.filter((line) => !isLeast(line))
  if (!billsWithoutThem(from)) return cancellationLines([...own, ...lines.filter((line) => isLeastOf(line, moment))], 'exam', share)
  const exam = own.find(({ key }) => key === 'exam')
  const missing = -shortfallOf(from, people)
  // The cancellation costs are part of the full price.
  const rest = exam ? exam.unitCents - shareOf(exam.unitCents, share) : 0
  const isCharged = exam && moment !== null && missing > 0 && rest > 0
  const least: PriceLine[] = isCharged ? [{ ...exam, key: 'exam_least', quantity: missing, unitCents: rest, moment }] : []
  return [...cancellationLines(own, 'exam', share), ...least]
}
