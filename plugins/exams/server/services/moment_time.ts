import { DateTime } from 'luxon'
import { type Day, PLATFORM_ZONE } from '#core/kit/days'

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: PLATFORM_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })

/** The local day of a moment in the exams' time zone, `yyyy-mm-dd`. Pure. */
export const isoDay = (at: Date): Day => DAY.format(at)

/** SQL: the bounds of a month `yyyy-mm` in the exams' time zone, with one value each. */
export const monthBounds = (month: string): [string, string] => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return [`${month}-01`, `${next}-01`]
}

/** SQL: midnight of a day in the exams' time zone, as a moment. One value: `yyyy-mm-dd`. */
export const MIDNIGHT = `(?::date)::timestamp at time zone '${PLATFORM_ZONE}'`

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: PLATFORM_ZONE, hour: '2-digit', minute: '2-digit' })

/** Local day and time of a moment, as a form has them. Pure. */
export const clockOf = (at: Date): { day: Day; time: string } => ({ day: isoDay(at), time: CLOCK.format(at) })

/** Day and time of a moment in words, in the exams' time zone. Pure. */
export const momentInWords = (at: Date, language: string): string =>
  DateTime.fromJSDate(at, { zone: PLATFORM_ZONE })
    .setLocale(language)
    .toLocaleString({ dateStyle: 'full', timeStyle: 'short' } as never)

/** A day in words. Pure. */
export const dayInWords = (day: Day, language: string): string =>
  DateTime.fromISO(day).setLocale(language).toLocaleString(DateTime.DATE_HUGE)
