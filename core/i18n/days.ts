import { isDay } from '../contract/day.js'
import vine from '../http/validation.js'
import { zone } from './zone.js'
import { PLATFORM_ZONE } from './zones.js'
import { DateTime } from 'luxon'

export { PLATFORM_ZONE, zone }

/** A day without a time, `yyyy-mm-dd`, such as a birthday. It has no time zone. */
export type Day = string

const MINUTE = 60_000
interface Calendar {
  format: Intl.DateTimeFormat
  /** The last requested minute and its day. */
  of: number
  day: Day
}
// Cached per zone, because creating a formatter is expensive.
const calendars = new Map<string, Calendar>()

function calendarOf(name: string): Calendar {
  const known = calendars.get(name)
  if (known) return known
  // Swedish dates have the ISO format.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, year: 'numeric', month: '2-digit', day: '2-digit' })
  const made = { format, of: Number.NaN, day: '' }
  calendars.set(name, made)
  return made
}

/** Today in the running company's time zone. */
export function today(now?: DateTime): Day {
  const calendar = calendarOf(zone())
  const at = now?.toMillis() ?? Date.now()
  // No day begins within a minute, in any zone.
  const of = Math.floor(at / MINUTE)
  if (calendar.of !== of) Object.assign(calendar, { of, day: calendar.format.format(at) })
  return calendar.day
}

/** The day of a moment in the running company's time zone. */
export const dayOf = (moment: Date | number): Day => calendarOf(zone()).format.format(moment)

export { isDay }

// Days are compared as texts, so their years have four digits.
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

/** Adds days (negative: subtracts), up to the first and last day that a `Day` can be. Pure. */
export function addDays(day: Day, days: number): Day {
  const sum = DateTime.fromISO(day, { zone: 'utc' }).plus({ days })
  return sum.year > 9999 ? LAST_DAY : sum.year < 1 ? FIRST_DAY : sum.toISODate()!
}

/** Whole days from one day to another; negative when the other day is earlier. Pure. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000)
}

/** The moment at which a day ends in the running company's time zone. What is valid until that day is valid until then. */
export function endOf(day: Day): DateTime {
  return DateTime.fromISO(day, { zone: zone() }).endOf('day')
}

/** A person's age on a day, in whole years. Somebody born on 29 February has their birthday on 1 March in other years. Pure. */
export function ageOn(birthdate: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return day.slice(5) < birthdate.slice(5) ? years - 1 : years
}

/** The minimum age for courses and exams for adults (specification, section 9). */
export const ADULT_AGE = 18

/** Whether a person is an adult on a day. Pure. */
export const isAdultOn = (birthdate: Day, day: Day): boolean => ageOn(birthdate, day) >= ADULT_AGE

/** A day, or a function that returns it when a value is checked, because a validator lives longer than a day. */
type Limit = Day | (() => Day)

interface DayLimits {
  min?: Limit
  max?: Limit
}

const limitOf = (limit: Limit | undefined) => (typeof limit === 'function' ? limit() : limit)

const rule = vine.createRule<DayLimits | undefined>((value, limits, field) => {
  if (!isDay(value)) return field.report('Not a day', 'day', field)
  const [min, max] = [limitOf(limits?.min), limitOf(limits?.max)]
  if (min && value < min) field.report('Too early', 'day_min', field, { day: min })
  if (max && value > max) field.report('Too late', 'day_max', field, { day: max })
})

/**
 * A validator's field for a day: `birthdate: day({ max: () => today() })`. It stays text, so that no time zone shifts it. Rules: `day`,
 * `day_min`, `day_max`.
 */
export const day = (limits?: DayLimits) => vine.string().use(rule(limits))
