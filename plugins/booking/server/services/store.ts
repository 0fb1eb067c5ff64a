import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import { MAX_TOTAL_CENTS, totalsOf } from '#core/contract/money'
import { versionOf } from '#core/kit/database'
import { currentCompanyId, type Session } from '#core/kit/scope'
import type { BookingFacts, BookingStatus, BookingType, NotedAction, PaymentMethod, PriceLine } from '../../contract/index.js'
import type { Policy } from '../money/policy.js'
import type { Answers } from '../validators/booking.js'
import type { ExamFacts } from './exam_facts.js'

export interface BookingRow {
  id: number
  company_id: number
  draft_id: number
  number: string
  type: BookingType
  status: BookingStatus
  course_id: number
  course_name: Record<string, string>
  language: string | null
  moment_id: number | null
  exam: ExamFacts | null
  exam_at: Date | null
  people: number
  /** The booking has seats without names: `booking_people` only has the people whose key was used. */
  by_keys: boolean
  /** The booking that its person was first in; null when it was booked this way. */
  part_of: number | null
  lines: PriceLine[]
  policy: Policy
  net_cents: number
  vat_cents: number
  total_cents: number
  cancellation_cents: number
  discount: 'proposed' | 'confirmed' | 'refused' | null
  payment_method: PaymentMethod
  order_number: string | null
  buyer: NonNullable<Answers['buyer']>
  wishes: string
  booked_by: number | null
  extensions: number
  extended_until: Date | null
  pay_until: Date | null
  created_at: Date
  updated_at: Date
  version: string
}

/** The reference of a booking's seats, payments and invoices. */
export const keyOf = ({ number }: Pick<BookingRow, 'number'>) => `booking:${number}`
/** The reference of the first invoice and the payment; for a split booking, those of the booking it was split from. */
export const billedKeyOf = ({ number, part_of: part }: Pick<BookingRow, 'number' | 'part_of'>) =>
  `booking:${part === null ? number : number.replace(/-\d+$/, '')}`
/** A draft's id for people. */
export const numberOf = (draft: number) => `B${String(draft).padStart(6, '0')}`

/** One booking, locked when it is to change. @throws AppError 404 */
export async function findBooking(id: number | string, trx?: TransactionClientContract): Promise<BookingRow> {
  const query = (trx ?? db).from('booking_bookings').where('id', id)
  if (trx) query.forUpdate()
  const row: BookingRow | null = await query.select('*', db.raw(`${versionOf('updated_at')} as version`)).first()
  if (!row) throw notFound()
  return row
}

export interface BookedPerson {
  id: number
  membership_id: number | null
  participation_id: number | null
}
export const peopleOf = (booking: number, client: Pick<TransactionClientContract, 'from'> = db): Promise<BookedPerson[]> =>
  client.from('booking_people').where('booking_id', booking).orderBy('id').select('id', 'membership_id', 'participation_id')

export const membersOf = (people: readonly BookedPerson[]): number[] => people.flatMap(({ membership_id: id }) => id ?? [])

/** The members whose participation has begun. They use a place of the contract, whatever happens to the booking. */
export const startedMembers = (people: readonly BookedPerson[], begun: ReadonlySet<number>): number[] =>
  membersOf(people.filter(({ participation_id: id }) => id !== null && begun.has(id)))

/** A proposed discount is on the exam and goes with it. A decided one stays. */
export const withoutExam = ({ discount }: Pick<BookingRow, 'discount'>): Pick<BookingRow, 'discount'> => ({
  discount: discount === 'proposed' ? null : discount,
})

/** The fields that a change may touch, with their values before and after in the history. */
type Changes = Partial<
  Pick<
    BookingRow,
    | 'status'
    | 'type'
    | 'course_id'
    | 'course_name'
    | 'moment_id'
    | 'exam'
    | 'lines'
    | 'discount'
    | 'extensions'
    | 'extended_until'
    | 'pay_until'
    | 'cancellation_cents'
    | 'people'
  >
>

const KEPT = ['status', 'type', 'course_name', 'exam', 'discount', 'extended_until', 'people', 'total_cents'] as const

/**
 * Changes a booking and records who did what, before and after, in the transaction of the change. New lines give new sums.
 * @param by null for the system
 */
export async function change(
  trx: TransactionClientContract,
  booking: BookingRow,
  action: NotedAction,
  changes: Changes,
  { by, reason = null }: { by: Session | null; reason?: string | null },
): Promise<BookingRow> {
  const totals = changes.lines && totalsOf(changes.lines)
  // Another course may cost more than an invoice can hold.
  if (totals && totals.totalCents > MAX_TOTAL_CENTS) throw conflict('amount_too_large')
  const sums = totals && { net_cents: totals.netCents, vat_cents: totals.vatCents, total_cents: totals.totalCents }
  const after = { ...booking, ...changes, ...sums }
  const { lines, exam, course_name: courseName, ...plain } = changes
  await trx
    .from('booking_bookings')
    .where('id', booking.id)
    .update({
      ...plain,
      ...sums,
      ...(lines && { lines: JSON.stringify(lines) }),
      ...(exam !== undefined && { exam: exam && JSON.stringify(exam), exam_at: exam && new Date(exam.startsAt) }),
      ...(courseName && { course_name: JSON.stringify(courseName) }),
      updated_at: trx.raw('clock_timestamp()'),
    })
  const differing = KEPT.filter((key) => JSON.stringify(booking[key]) !== JSON.stringify(after[key]))
  const pick = (row: BookingRow) => Object.fromEntries(differing.map((key) => [key, row[key]]))
  await note(trx, booking.id, action, { by, reason, before: pick(booking), after: pick(after) })
  return after
}

/** A line in the history. */
export async function note(
  trx: TransactionClientContract,
  booking: number,
  action: NotedAction,
  { by, reason = null, before = {}, after = {} }: { by: Session | null; reason?: string | null; before?: object; after?: object },
): Promise<void> {
  await trx.table('booking_history').insert({
    company_id: currentCompanyId(),
    booking_id: booking,
    action,
    membership_id: by?.membershipId ?? null,
    actor: by ? (by.membershipId ? 'member' : 'admin') : 'system',
    reason: reason || null,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    at: trx.raw('clock_timestamp()'),
  })
}

/**
 * Writes a new booking, its people in order, and the first line of its history, in one statement.
 * @param values of booking_bookings; objects as JSON text
 * @param after what the history shows
 */
export async function insertBooking(
  trx: TransactionClientContract,
  { values, members, by, after }: { values: Record<string, unknown>; members: readonly number[]; by: Session; after: object },
): Promise<BookingRow> {
  const columns = Object.keys(values)
  const { rows } = await trx.rawQuery<{ rows: BookingRow[] }>(
    `with made as (
       insert into booking_bookings (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
       returning *, ${versionOf('updated_at')} as version),
     people as (
       insert into booking_people (company_id, booking_id, membership_id)
       select made.company_id, made.id, person.id from made, unnest(?::bigint[]) with ordinality as person (id, place) order by person.place),
     history as (
       insert into booking_history (company_id, booking_id, action, membership_id, actor, before, after, at)
       select made.company_id, made.id, 'created', ?, ?, '{}', ?, clock_timestamp() from made)
     select * from made`,
    [
      ...columns.map((column) => values[column]),
      ...[[...members], by.membershipId, by.membershipId ? 'member' : 'admin', JSON.stringify(after)],
    ] as never,
  )
  return rows[0]!
}

/** The facts that events carry. */
export const factsOf = (booking: BookingRow, members: number[]): BookingFacts => ({
  bookingId: booking.id,
  number: booking.number,
  courseId: booking.course_id,
  type: booking.type,
  membershipIds: members,
  bookedBy: booking.booked_by,
  ...(booking.by_keys && { byKeys: true }),
})
