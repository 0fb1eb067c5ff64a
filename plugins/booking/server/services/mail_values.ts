import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { moneyText } from '#core/contract/money'
import { PLATFORM_ZONE } from '#core/kit/days'
import { calendarAttachment, type MailAttachment } from '#core/kit/mail'
import { memberNames } from '#core/kit/people'
import { serviceOf } from '#core/kit/services'
import { platformUrl } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { examsService } from '#plugins/exams/contract/index'
import type { BookingFacts, CancelledPart } from '../../contract/index.js'
import { placeOf } from '../../contract/place.js'
import { pathOf } from './card.js'
import { type BookingRow, findBooking } from './store.js'

/** The facts of an exam mail: one person at one moment. */
export interface ExamMailFacts {
  key: string
  /** Null for a deleted person. */
  membershipId: number | null
  momentId: number
}

const moment = (iso: string, language: string) =>
  DateTime.fromISO(iso, { zone: PLATFORM_ZONE })
    .setLocale(language)
    .toLocaleString({ dateStyle: 'full', timeStyle: 'short' } as never)

const languageOf = async (membership: number | null): Promise<string> =>
  (membership && (await db.from('kit_members').where('id', membership).select('language').first())?.language) || 'nl'

async function bookingOfKey(key: string): Promise<BookingRow> {
  const row = await db.from('booking_bookings').where('number', key.slice('booking:'.length)).select('id').firstOrFail()
  return findBooking(row.id)
}

/** The booking's page; a participant has one of their own. */
async function pageOf(booking: BookingRow, bookedBy: number | null): Promise<string> {
  const member = bookedBy && (await db.from('kit_members').where('id', bookedBy).select('role').first())
  return platformUrl(pathOf(booking, !member || member.role !== 'leerling'))
}

/** `booking.mail.payment_failed`: to the person who booked. */
export async function unpaidValues({ bookingId, bookedBy }: BookingFacts): Promise<Record<string, string>> {
  const booking = await findBooking(bookingId)
  const language = await languageOf(bookedBy)
  return {
    number: booking.number,
    course: textIn(booking.course_name, language),
    total: moneyText(booking.total_cents, language),
    actionUrl: await pageOf(booking, bookedBy),
  }
}

/** `booking.mail.confirmed`: to the person who booked. */
export async function confirmedValues({ bookingId, bookedBy }: BookingFacts): Promise<Record<string, string>> {
  const booking = await findBooking(bookingId)
  const language = await languageOf(bookedBy)
  return {
    number: booking.number,
    course: textIn(booking.course_name, language),
    type: translate(language, `booking.type.${booking.type}`),
    people: String(booking.people),
    exam: booking.exam ? `${moment(booking.exam.startsAt, language)}, ${booking.exam.location}, ${booking.exam.city}` : '–',
    total: moneyText(booking.total_cents, language),
    actionUrl: await pageOf(booking, bookedBy),
  }
}

/** Names of the people in a booking, for a mail to the person who booked. */
async function peopleText(membershipIds: readonly number[], language: string): Promise<string> {
  const names = await memberNames(membershipIds)
  return new Intl.ListFormat(language).format(membershipIds.flatMap((id) => names.get(id) ?? []))
}

/** `booking.mail.moved`: to the person who booked. */
export async function movedValues({ bookingId, bookedBy, membershipIds, momentId }: BookingFacts & { momentId: number }) {
  const booking = await findBooking(bookingId)
  const language = await languageOf(bookedBy)
  const at = await (await serviceOf(examsService))?.moment(momentId)
  return {
    number: booking.number,
    course: textIn(booking.course_name, language),
    people: await peopleText(membershipIds, language),
    moment: at ? moment(at.startsAt, language) : '–',
    place: at ? placeOf(at) : '–',
    actionUrl: await pageOf(booking, bookedBy),
  }
}

/** `booking.mail.cancelled`: to the person who booked. */
export async function cancelledValues({
  bookingId,
  bookedBy,
  membershipIds,
  part,
  cancellationCents: cents,
}: BookingFacts & { part: CancelledPart; cancellationCents: number }) {
  const booking = await findBooking(bookingId)
  const language = await languageOf(bookedBy)
  return {
    number: booking.number,
    course: textIn(booking.course_name, language),
    people: booking.by_keys ? String(booking.people) : await peopleText(membershipIds, language),
    what: translate(language, `booking.cancelled.${part}`),
    costs: translate(language, cents ? 'booking.cancelled.costs' : 'booking.cancelled.free', { amount: moneyText(cents, language) }),
    actionUrl: await pageOf(booking, bookedBy),
  }
}

/** `booking.mail.course_cancelled`: to the person who would have taken it. */
export async function courseValues({
  bookingId,
  membershipId,
}: {
  bookingId: number
  membershipId: number
}): Promise<Record<string, string>> {
  const booking = await findBooking(bookingId)
  return {
    number: booking.number,
    course: textIn(booking.course_name, await languageOf(membershipId)),
    actionUrl: await platformUrl('/deelnemer/trainingen'),
  }
}

/** The mails about an exam: to the person who takes it. */
export async function examValues({ key, membershipId, momentId }: ExamMailFacts): Promise<Record<string, string>> {
  const booking = await bookingOfKey(key)
  const language = await languageOf(membershipId)
  const at = await (await serviceOf(examsService))?.moment(momentId)
  return {
    number: booking.number,
    course: textIn(booking.course_name, language),
    moment: at ? moment(at.startsAt, language) : '–',
    place: at ? placeOf(at) : '–',
    actionUrl: await platformUrl('/deelnemer/trainingen'),
  }
}

/** `booking.mail.exam_adjusted` and `.adjusted`: to the person who takes the exam, and to the person who booked it. */
export async function adjustedValues(facts: ExamMailFacts, reader: number | null): Promise<Record<string, string>> {
  const exams = await serviceOf(examsService)
  const [at, entries] = [await exams?.moment(facts.momentId), (await exams?.entries([facts.key])) ?? []]
  const language = await languageOf(reader)
  const chosen = entries.find((one) => one.membershipId === facts.membershipId && !one.releasedAt)?.adjustments ?? []
  const booking = await bookingOfKey(facts.key)
  return {
    number: booking.number,
    course: textIn(booking.course_name, language),
    moment: at ? moment(at.startsAt, language) : '–',
    place: at ? placeOf(at) : '–',
    people: await peopleText(facts.membershipId ? [facts.membershipId] : [], language),
    adjustments: chosen.length
      ? new Intl.ListFormat(language).format(chosen.map((one) => translate(language, `booking.adjustment.${one}`)))
      : translate(language, 'booking.adjustment.none'),
    minutes: at ? String(chosen.length ? at.adjustedMinutes : at.minutes) : '–',
    actionUrl: reader === facts.membershipId ? await platformUrl('/deelnemer/trainingen') : await pageOf(booking, reader),
  }
}

/** The appointment for the person's calendar, or its cancellation. */
export async function examCalendar({ key, membershipId, momentId }: ExamMailFacts, cancelled: boolean): Promise<MailAttachment[]> {
  const values = await examValues({ key, membershipId, momentId })
  const at = await (await serviceOf(examsService))?.moment(momentId)
  if (!at) return []
  const booking = await bookingOfKey(key)
  const entries = (await (await serviceOf(examsService))?.entries([key])) ?? []
  const isAdjusted = entries.some((one) => one.membershipId === membershipId && !one.releasedAt && one.adjustments.length > 0)
  const file = await calendarAttachment('examen.ics', {
    uid: `${booking.number}-${membershipId}@exam`,
    // Every change of a booking is a line of its history, so their number is the sequence.
    sequence: Number((await db.from('booking_history').where('booking_id', booking.id).count('* as n').first())?.n ?? 0),
    startsAt: at.startsAt,
    minutes: isAdjusted ? at.adjustedMinutes : at.minutes,
    writtenAt: new Date(),
    title: values.course!,
    place: values.place!,
    text: `${values.course!}\n${values.number!}`,
    cancelled,
  })
  return [file]
}
