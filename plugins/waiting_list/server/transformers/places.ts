import { textIn } from '#core/kit/words'
import type { ExamMoment } from '#plugins/exams/contract/index'
import type { HistoryRow, LineRow } from '../services/line.js'
import type { PlaceRow } from '../services/places.js'

export const toLine = (row: LineRow, language: string | null) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  course: textIn(row.course_name, language),
  city: row.city,
  language: row.language,
  month: row.month,
  place: row.place,
  status: row.status,
  company: row.company_name,
  moment_starts_at: row.moment_starts_at?.toISOString() ?? null,
  offer_until: row.offer_until?.toISOString() ?? null,
})
export type LineView = ReturnType<typeof toLine>

export const toHistory = (row: HistoryRow) => ({
  id: row.id,
  action: row.action,
  reason: row.reason,
  by: row.by_name,
  at: row.at.toISOString(),
})

/** The data for the owner who follows the link in the mail. */
export const toPlace = (row: PlaceRow, course: string, moment: ExamMoment | null) => ({
  name: row.name,
  course,
  city: row.city,
  language: row.language,
  month: row.month,
  /** An expired offer is shown as such before the scheduled job has run. */
  status: row.status === 'offered' && row.offer_until!.getTime() <= Date.now() ? ('lapsed' as const) : row.status,
  offer_until: row.offer_until?.toISOString() ?? null,
  moment: moment && { starts_at: moment.startsAt, city: moment.city, location: moment.location, address: moment.address },
})
export type PlaceView = ReturnType<typeof toPlace>
