import { DateTime } from 'luxon'
import { type Day, PLATFORM_ZONE } from '#core/kit/days'
import type { ExamMoment } from '#plugins/exams/contract/index'

/** The facts of its exam moment that a booking stores. */
export interface ExamFacts {
  city: string
  location: string
  address: string
  language: string
  /** ISO 8601. */
  startsAt: string
}

export const factsOfMoment = ({ city, location, address, language, startsAt }: ExamMoment): ExamFacts => ({
  city,
  location,
  address,
  language,
  startsAt,
})

/** The day of an exam, in the platform's time zone. */
export const examDay = ({ startsAt }: Pick<ExamFacts, 'startsAt'>): Day => DateTime.fromISO(startsAt, { zone: PLATFORM_ZONE }).toISODate()!

/** The same day as people write it: `12 januari 2027`. */
export const longDay = ({ startsAt }: Pick<ExamFacts, 'startsAt'>, language: string): string =>
  DateTime.fromISO(startsAt, { zone: PLATFORM_ZONE }).setLocale(language).toLocaleString(DateTime.DATE_FULL)

/** The country of the exam. Moments do not say; so far all venues are in the Netherlands. */
export const venueOf = (_moment: ExamMoment): string => 'NL'
