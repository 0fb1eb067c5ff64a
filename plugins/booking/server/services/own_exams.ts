import db from '@adonisjs/lucid/services/db'
import { preparedQuery } from '#core/kit/database'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type ExamEntry, examsService } from '#plugins/exams/contract/index'
import type { OtherWork } from '#plugins/learning/contract/other_work'
import type { BookingStatus } from '../../contract/index.js'
import { type BookingRow, keyOf } from './store.js'

/** Number of days that a past exam is listed while its result is pending. */
const DAYS_AFTER = 30
const MAX_EXAMS = 50

export interface OwnExamRow extends Pick<BookingRow, 'id' | 'number' | 'status' | 'course_name' | 'booked_by'> {
  exam: NonNullable<BookingRow['exam']>
  exam_at: Date
}

/** The bookings of a person's exams. $1: company. $2: membership. */
const BOOKED_FOR = `
  booking_people p join booking_bookings b on b.company_id = p.company_id and b.id = p.booking_id
   where p.company_id = $1 and p.membership_id = $2 and b.type <> 'elearning' and b.exam_at > now() - make_interval(days => ${DAYS_AFTER})
     and (b.status in ('paid', 'invoice', 'needs_processing')
          or (b.status in ('created', 'open', 'failed', 'expired') and b.booked_by = p.membership_id and b.exam_at > now()
              and not exists (select from booking_bookings n join booking_people o on o.company_id = n.company_id and o.booking_id = n.id
                               where n.company_id = b.company_id and o.membership_id = p.membership_id and n.course_id = b.course_id and n.id > b.id
                                 and n.type <> 'elearning' and n.status <> 'canceled')))`

/** Tells learning whether its list of trainings shows a person's exams too. It may count one that `ownExams` leaves out as of no use. */
export const ownWork: OtherWork = {
  async has({ membershipId }) {
    if (membershipId === null) return false
    // Prepared, because it runs with each list of trainings: planning it costs more than running it.
    const rows = await preparedQuery(db, 'booking_own_work', `select 1 from ${BOOKED_FOR} limit 1`, [currentCompanyId(), membershipId])
    return rows.length > 0
  },
}

export interface OwnExamFacts {
  row: OwnExamRow
  entry: ExamEntry | null
}

/**
 * The exams that this person takes, soonest first, with their entry (null: the plugin is off, or the seat was lost first). Unpaid exams are
 * only shown to the person who booked them, and only until they booked again. Cancelled ones are left out.
 */
export async function ownExams({ membershipId }: Session): Promise<OwnExamFacts[]> {
  if (!membershipId) return []
  const rows = await preparedQuery<OwnExamRow>(
    db,
    'booking_own_exams',
    `select b.id, b.number, b.status, b.course_name, b.booked_by, b.exam, b.exam_at from ${BOOKED_FOR} order by b.exam_at, b.id limit ${MAX_EXAMS}`,
    [currentCompanyId(), membershipId],
  )
  if (!rows.length) return []
  const entries = (await (await serviceOf(examsService))?.entries(rows.map(keyOf))) ?? []
  const own = entries.filter((entry) => entry.membershipId === membershipId)
  const now = new Date()
  return rows.map((row) => ({ row, entry: own.find(({ key }) => key === keyOf(row)) ?? null })).filter((one) => isOfUse(one, now))
}

const UNPAID: readonly BookingStatus[] = ['created', 'open', 'failed', 'expired']

/** An exam that did not take place has no result, and nobody pays for a withdrawn moment. */
function isOfUse({ row, entry }: OwnExamFacts, now: Date): boolean {
  if (UNPAID.includes(row.status) && entry?.releaseReason === 'withdrawn') return false
  return row.exam_at > now || (entry !== null && entry.releasedAt === null)
}
