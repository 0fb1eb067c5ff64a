import { fullName } from '#core/contract/full_name'
import { amountOf, totalsOf, type VatGroup } from '#core/contract/money'
import type { Session } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import type { Adjustment } from '#plugins/exams/contract/adjustments'
import type { ExamEntry, ExamMoment } from '#plugins/exams/contract/index'
import type { ExamStatus } from '#plugins/exams/contract/statuses'
import type { BillView } from '#plugins/invoices/contract/index'
import type { BookingStatus, BookingType, NotedAction, PaymentMethod, PriceLine } from '../../contract/index.js'
import { placeOf } from '../../contract/place.js'
import { sumOf } from '../money/price.js'
import type { AgreementRow } from '../services/agreements.js'
import type { Act } from '../services/act_names.js'
import type { CancelCosts } from '../services/cancelling.js'
import type { ExamFacts } from '../services/exam_facts.js'
import type { Known } from '../services/known_people.js'
import type { OwnExamFacts } from '../services/own_exams.js'
import type { ListedBooking } from '../lists/bookings.js'
import type { Plan } from '../services/plan.js'
import type { BookingRow } from '../services/store.js'

export interface Booking {
  id: number
  number: string
  status: BookingStatus
  type: BookingType
  course: string
  company: string
  people: number
  exam_at: string | null
  city: string | null
  total_cents: number
  order_number: string | null
  discount: BookingRow['discount']
  created_at: string
}

/** @param language of the reader */
export const toBooking = (row: ListedBooking, language: string): Booking => ({
  id: row.id,
  number: row.number,
  status: row.status,
  type: row.type,
  course: textIn(row.course_name, language),
  company: row.company_name,
  people: row.people,
  exam_at: row.exam_at?.toISOString() ?? null,
  city: row.exam?.city ?? null,
  total_cents: row.total_cents,
  order_number: row.order_number,
  discount: row.discount,
  created_at: row.created_at.toISOString(),
})

/** An exam of the signed-in person, shown among their courses. */
export interface OwnExam {
  id: number
  number: string
  course: string
  starts_at: string
  place: string
  status: BookingStatus
  /** Set once the seat is confirmed. */
  exam_status: ExamStatus | null
  /** Their seat, whose data for the exam house they still have to confirm; null: nothing to confirm. */
  to_confirm: number | null
  /** The moment was withdrawn. */
  withdrawn: boolean
  /** Whether the person may open the booking: they made it, or manage all. Others see neither the price nor the other people. */
  opens: boolean
}

export function toOwnExam({ row, entry }: OwnExamFacts, session: Session): OwnExam {
  const isGiven = entry !== null && entry.heldUntil === null && (entry.releasedAt === null || entry.releaseReason === 'refused')
  return {
    id: row.id,
    number: row.number,
    course: textIn(row.course_name, session.row.language),
    starts_at: row.exam_at.toISOString(),
    place: placeOf(row.exam),
    status: row.status,
    exam_status: isGiven ? entry.status : null,
    to_confirm: isGiven && entry.releasedAt === null && !entry.isCandidate && row.exam_at > new Date() ? entry.id : null,
    withdrawn: entry?.releaseReason === 'withdrawn',
    opens: row.booked_by === session.membershipId || session.can('booking.manage'),
  }
}

/** The summary beside the wizard and on a booking's page (specification, section 3: display). */
export interface Costs {
  users: number
  lines: { key: PriceLine['key']; quantity: number; unit_cents: number; cents: number }[]
  transaction_cents: number
  cancellation_cents: number
  net_cents: number
  vat: { rate: number; reason: VatGroup['vat']['reason']; country: string; cents: number }[]
  total_cents: number
}

export function toCosts(lines: readonly PriceLine[], users: number): Costs {
  const totals = totalsOf(lines)
  return {
    users,
    lines: lines.map((line) => ({ key: line.key, quantity: line.quantity, unit_cents: line.unitCents, cents: amountOf(line) })),
    transaction_cents: sumOf(lines, 'transaction'),
    cancellation_cents: sumOf(lines, 'cancellation'),
    net_cents: totals.netCents,
    vat: totals.groups.map(({ vat: { rate, reason, country }, vatCents }) => ({ rate, reason, country, cents: vatCents })),
    total_cents: totals.totalCents,
  }
}

/** The wizard's answers as the server reads them. @param known what each person already has of the booked course */
export function toPlan(plan: Plan, known: readonly Known[]) {
  return {
    costs: toCosts(plan.lines, plan.count),
    course: plan.offer?.courseId ?? null,
    types: plan.types,
    methods: plan.methods.map((method) => ({ method, costs_cents: plan.terms.costs[method] })),
    people: plan.people.map(({ membershipId, name, email, birthdate }, index) => ({
      membership: membershipId,
      name,
      email,
      birthdate_known: birthdate !== null,
      has_course: known[index]!.course,
      exam_at: known[index]!.examAt,
      certificate: known[index]!.certificate,
    })),
    may_by_keys: plan.mayByKeys,
    contract: plan.contract && { name: plan.contract.name, extra_cents: plan.contract.extraCents },
    discount_cents: plan.discount ? amountOf(plan.discount) : 0,
    exam_terms: plan.examTerms?.mark ?? null,
    link: plan.link && {
      ...{ courses: plan.link.courses, saved_cents: plan.savedCents, min_people: plan.link.minPeople },
      reserved: plan.link.reserved && { moment: plan.link.reserved.momentId, seats_left: plan.link.reserved.seatsLeft },
    },
    policy: {
      free_days: plan.terms.policy.freeDays,
      part_days: plan.terms.policy.partDays,
      part_share: plan.terms.policy.partShare,
    },
    problems: plan.problems,
  }
}

export interface DetailFacts {
  people: {
    membership_id: number | null
    participation_id: number | null
    firstname: string | null
    infix: string | null
    lastname: string | null
    email: string | null
  }[]
  entries: readonly ExamEntry[]
  history: {
    id: number
    action: NotedAction
    at: Date
    actor: 'member' | 'admin' | 'system'
    reason: string | null
    before: Record<string, unknown>
    after: Record<string, unknown>
    firstname: string | null
    infix: string | null
    lastname: string | null
  }[]
  company: string
  acts: Act[]
  personActs: Act[]
  costs: CancelCosts
  /** The price of an exam that is added now; null if none can be added. */
  examCents: number | null
  /** Null where no adjustments can be changed. */
  adjusting: Pick<ExamMoment, 'adjustments' | 'adjustedMinutes' | 'closesAt'> | null
  /** The names of people in the history. */
  names: ReadonlyMap<number, string>
  /** Null where the exam cannot be moved. */
  moving: { examCents: number; leavingCents: { all: number; one: number } } | null
  /** For one of several, by their participation. */
  forOne: (participation: number | null) => CancelCosts
  /** The bookings that were split off from this one, and the booking that it was split off from. */
  parts: { id: number; number: string; part_of: number | null; firstname: string | null; infix: string | null; lastname: string | null }[]
  begun: ReadonlySet<number>
  bills: readonly BillView[]
  agreements: readonly AgreementRow[]
}

export interface BookingDetail {
  id: number
  number: string
  status: BookingStatus
  type: BookingType
  course_id: number
  course: string
  company: string
  language: string | null
  moment_id: number | null
  exam: ExamFacts | null
  /** The number of people, or of seats without names. */
  seats: number
  /** Seats without names: `people` has only those whose key was used. */
  by_keys: boolean
  people: {
    membership_id: number | null
    name: string
    email: string
    course: 'waiting' | 'released' | 'begun' | null
    exam_status: ExamStatus | null
    /** The person's adjustments of the exam, such as extra time. */
    adjustments: readonly Adjustment[]
    /** The cost of cancelling now for this person alone, without VAT. */
    cancelling: CancelCosts
  }[]
  /** The booking that this one was split off from. */
  part_of: { id: number; number: string } | null
  /** The bookings that were split off from this one. */
  parts: { id: number; number: string; name: string }[]
  costs: Costs
  policy: { free_days: number; part_days: number; part_share: number }
  /** The price per person of adding an exam now, without VAT; null if none can be added. */
  exam_price_cents: number | null
  /**
   * The cost of moving the exam now, without VAT: the exam price for each missing person at another moment, and the charge for leaving this
   * one, for all people and for one of several. Null if it cannot be moved.
   */
  moving: { exam_price_cents: number; leaving_cents: { all: number; one: number } } | null
  /** The possible adjustments of the exam, and until when they can be changed; null where they cannot. */
  adjusting: { adjustments: readonly Adjustment[]; minutes: number; closes_at: string } | null
  /** The cost of cancelling now, without VAT. */
  cancelling: CancelCosts
  discount: BookingRow['discount']
  payment_method: PaymentMethod
  order_number: string | null
  buyer: BookingRow['buyer']
  /** Its invoices and credit notes, if the reader may see them. */
  bills: {
    id: number
    number: string
    kind: BillView['kind']
    status: BillView['status']
    issued_on: string
    total_cents: number
    open_cents: number
    settled_with: string | null
  }[]
  wishes: string
  extensions: number
  extended_until: string | null
  pay_until: string | null
  /** The terms of the exam's provider that were agreed to, newest first. */
  agreements: { id: number; at: string; by: string | null; provider: string; text: string; language: string }[]
  created_at: string
  updated_at: string
  acts: Act[]
  /** The acts that are possible for one of its people. */
  person_acts: Act[]
  history: {
    id: number
    action: NotedAction
    at: string
    by: string | null
    actor: 'member' | 'admin' | 'system'
    reason: string | null
    /** The person it is about, if it is about one of several. */
    person: string | null
    before: Record<string, unknown>
    after: Record<string, unknown>
  }[]
}

// The history stores the name of a course in every language.
const told = ({ person: _person, ...facts }: Record<string, unknown>, language: string) => {
  const name = facts.course_name as Record<string, string> | undefined
  return { ...facts, ...(name && { course_name: textIn(name, language) }) }
}

export function toBookingDetail(row: BookingRow, facts: DetailFacts, language: string): BookingDetail {
  const { policy } = row
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    type: row.type,
    course_id: row.course_id,
    course: textIn(row.course_name, language),
    company: facts.company,
    language: row.language,
    moment_id: row.moment_id,
    exam: row.exam,
    seats: row.people,
    by_keys: row.by_keys,
    people: facts.people.map((person) => ({
      membership_id: person.membership_id,
      name: fullName(person),
      email: person.email ?? '',
      course:
        row.type === 'exam' || row.status === 'canceled'
          ? null
          : !person.participation_id
            ? 'waiting'
            : facts.begun.has(person.participation_id)
              ? 'begun'
              : 'released',
      // A seat that is only held until it is paid is not an entry yet.
      exam_status:
        facts.entries.find((one) => one.membershipId === person.membership_id && !one.releasedAt && !one.heldUntil)?.status ?? null,
      adjustments: facts.entries.find((one) => one.membershipId === person.membership_id && !one.releasedAt)?.adjustments ?? [],
      cancelling: facts.forOne(person.participation_id),
    })),
    part_of: facts.parts.filter(({ id }) => id === row.part_of).map(({ id, number }) => ({ id, number }))[0] ?? null,
    parts: facts.parts
      .filter((part) => part.part_of === row.id)
      .map((part) => ({ id: part.id, number: part.number, name: fullName(part) })),
    costs: toCosts(row.lines, row.people),
    policy: { free_days: policy.freeDays, part_days: policy.partDays, part_share: policy.partShare },
    exam_price_cents: facts.examCents,
    moving: facts.moving && { exam_price_cents: facts.moving.examCents, leaving_cents: facts.moving.leavingCents },
    adjusting: facts.adjusting && {
      ...{ adjustments: facts.adjusting.adjustments, minutes: facts.adjusting.adjustedMinutes, closes_at: facts.adjusting.closesAt },
    },
    cancelling: facts.costs,
    discount: row.discount,
    payment_method: row.payment_method,
    order_number: row.order_number,
    buyer: row.buyer,
    bills: facts.bills.map(({ id, number, kind, status, issuedOn, totalCents, openCents, settledWith }) => ({
      ...{ id, number, kind, status, issued_on: issuedOn, total_cents: totalCents, open_cents: openCents, settled_with: settledWith },
    })),
    wishes: row.wishes,
    extensions: row.extensions,
    extended_until: row.extended_until?.toISOString() ?? null,
    pay_until: row.pay_until?.toISOString() ?? null,
    agreements: facts.agreements.map(({ id, at, provider, text, language: written, ...who }) => ({
      ...{ id, at: at.toISOString(), by: fullName(who) || null, provider, text, language: written },
    })),
    created_at: row.created_at.toISOString(),
    updated_at: row.version,
    acts: facts.acts,
    person_acts: facts.personActs,
    history: facts.history.map((line) => ({
      id: line.id,
      action: line.action,
      at: line.at.toISOString(),
      by: fullName(line) || null,
      actor: line.actor,
      reason: line.reason,
      person: facts.names.get(line.after.person as number) ?? null,
      before: told(line.before, language),
      after: told(line.after, language),
    })),
  }
}
