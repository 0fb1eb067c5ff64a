import vine from '../http/validation.js'
import { DateTime } from 'luxon'

/** A day without a time, `yyyy-mm-dd`: a birthday, a last day of validity. It has no time zone. */
export type Day = string

/** The platform's calendar: "today" and "the last day of" are meant here. */
export const ZONE = 'Europe/Amsterdam'

const FORMAT = /^\d{4}-\d\d-\d\d$/

/** Today as people on the platform's clocks call it. */
export function today(now = DateTime.now()): Day {
  return now.setZone(ZONE).toISODate()!
}

/** Whether a text is a day that exists. Pure. */
export function isDay(value: unknown): value is Day {
  return typeof value === 'string' && FORMAT.test(value) && DateTime.fromISO(value, { zone: 'utc' }).isValid
}

/** A day later (or, negative, earlier). Pure. */
export function addDays(day: Day, days: number): Day {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate()!
}

/** Whole days from one day to another; negative when it lies before. Pure. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round(DateTime.fromISO(to, { zone: 'utc' }).diff(DateTime.fromISO(from, { zone: 'utc' }), 'days').days)
}

/** The moment at which a day ends on the platform's clocks: what is valid until that day counts until then. */
export function endOf(day: Day): DateTime {
  return DateTime.fromISO(day, { zone: ZONE }).endOf('day')
}

/** How old somebody is on a day, in whole years. Pure. */
export function ageOn(birthdate: Day, day: Day): number {
  return Math.floor(DateTime.fromISO(day, { zone: 'utc' }).diff(DateTime.fromISO(birthdate, { zone: 'utc' }), 'years').years)
}

const rule = vine.createRule<{ min?: Day; max?: Day } | undefined>((value, limits, field) => {
  if (!isDay(value)) return field.report('', 'day', field)
  if (limits?.min && value < limits.min) field.report('', 'afterOrEqual', field, { day: limits.min })
  if (limits?.max && value > limits.max) field.report('', 'beforeOrEqual', field, { day: limits.max })
})

/** A validator's field for a day: `birthdate: day({ max: today() })`. It stays text, so that no time zone moves it. */
export const day = (limits?: { min?: Day; max?: Day }) => vine.string().use(rule(limits))
