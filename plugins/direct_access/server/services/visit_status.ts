import { type Day, today } from '#core/kit/days'
import type { VisitStatus } from '../../kinds.js'

export interface VisitRow {
  id: number
  company_id: number
  entrance_id: number
  membership_id: number
  course_id: number
  course_name: Record<string, string>
  participation_id: number | null
  number: string | null
  came_at: Date
  done_at: Date | null
  valid_until: Day | null
  token: string
}

/** The status of a visit today, in SQL of `v`; `?` is today. Matches `statusOf`. */
export const STATUS_SQL = `case when v.done_at is null then case when v.participation_id is null then 'waiting' else 'busy' end
  when v.valid_until < ?::date then 'expired' else 'done' end`

/** The same for a row. The end date is the last valid day. */
export function statusOf(visit: Pick<VisitRow, 'participation_id' | 'done_at' | 'valid_until'>, day: Day = today()): VisitStatus {
  if (visit.done_at === null) return visit.participation_id === null ? 'waiting' : 'busy'
  return visit.valid_until !== null && visit.valid_until < day ? 'expired' : 'done'
}
