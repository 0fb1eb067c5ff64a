import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '#core/kit/scope'
import type { Adjustment } from '../../contract/adjustments.js'
import type { ExamMoment, ExamsService } from '../../contract/index.js'
import { CLOSES, closeHours } from './closing.js'
import { OFFERED } from './adjust.js'
import { MIDNIGHT, monthBounds } from './moment_time.js'

interface Row {
  id: number
  exam_id: number
  course_id: number
  city: string
  location: string
  address: string
  language: string
  starts_at: Date
  minutes: number
  adjusted_minutes: number
  adjustments: Adjustment[]
  price_cents: number | null
  closes_at: Date
  for_company_id: number | null
  billed_least: number
  closes_teaching: boolean
  seats: number
  taken: number
  adults_only: boolean
  provider_company_id: number | null
  withdrawn_at: Date | null
}

/** For courses that the running company may book: the view has no others. */
const moments = (hours: number, client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from('exams_moments as m')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .join('learning_offers as o', 'o.course_id', 'e.course_id')
    .select(
      'm.id',
      'm.exam_id',
      'e.course_id',
      'm.city',
      'm.location',
      'm.address',
      'm.language',
      'm.starts_at',
      'e.minutes',
      'e.closes_teaching',
      'e.price_cents',
      'm.seats',
    )
    .select('m.provider_company_id', 'm.withdrawn_at')
    .select(db.raw('exams_seats_taken(m.id) as taken, (m.adults_only or e.adults_only or o.adults_only) as adults_only'))
    .select('m.for_company_id', 'm.billed_least', db.raw(`${CLOSES} as closes_at`, [hours]))
    .select(db.raw(`${OFFERED} as adjustments, coalesce(e.adjusted_minutes, e.minutes) as adjusted_minutes`))

const toMoment = (row: Row): ExamMoment => ({
  id: row.id,
  examId: row.exam_id,
  courseId: row.course_id,
  city: row.city,
  location: row.location,
  address: row.address,
  language: row.language,
  startsAt: row.starts_at.toISOString(),
  minutes: row.minutes,
  adjustedMinutes: row.adjusted_minutes,
  adjustments: row.adjustments,
  priceCents: row.price_cents,
  closesAt: row.closes_at.toISOString(),
  closed: row.closes_at.getTime() <= Date.now(),
  billedLeast: row.for_company_id === null ? null : row.billed_least,
  closesTeaching: row.closes_teaching,
  seats: row.seats,
  seatsLeft: Math.max(0, row.seats - row.taken),
  adultsOnly: row.adults_only,
  providerCompanyId: row.provider_company_id,
  withdrawn: row.withdrawn_at !== null,
})

/** ExamsService.moments. */
export async function findMoments({ courseId, city, language, month }: Parameters<ExamsService['moments']>[0]): Promise<ExamMoment[]> {
  const hours = await closeHours()
  const query = moments(hours)
    .where('e.course_id', courseId)
    .where('e.active', true)
    .whereNull('m.withdrawn_at')
    .whereRaw(`${CLOSES} > now()`, [hours])
    .orderBy('m.starts_at')
    .orderBy('m.id')
    .limit(200)
  if (city) void query.whereRaw('search_key(m.city) = search_key(?)', [city])
  if (language) void query.where('m.language', language)
  if (month) {
    const [from, until] = monthBounds(month)
    void query.whereRaw(`m.starts_at >= ${MIDNIGHT} and m.starts_at < ${MIDNIGHT}`, [from, until])
  }
  return ((await query) as Row[]).map(toMoment)
}

/** ExamsService.moment. */
export async function findMoment(momentId: number, trx?: TransactionClientContract): Promise<ExamMoment | null> {
  const row: Row | null = await moments(await closeHours(trx), trx)
    .where('m.id', momentId)
    .first()
  return row && toMoment(row)
}

/** ExamsService.upcomingEntries. */
export async function entered(courseId: number, membershipIds: readonly number[]): Promise<Map<number, string>> {
  if (!membershipIds.length) return new Map()
  const rows: { membership_id: number; starts_at: Date }[] = await db
    .from('exams_entries as n')
    .join('exams_moments as m', 'm.id', 'n.moment_id')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .where('n.company_id', currentCompanyId())
    .whereIn('n.membership_id', [...membershipIds])
    .where('e.course_id', courseId)
    .whereNull('n.released_at')
    .whereRaw('(n.held_until is null or n.held_until > clock_timestamp()) and m.starts_at > now()')
    .groupBy('n.membership_id')
    .select('n.membership_id', db.raw('min(m.starts_at) as starts_at'))
  return new Map(rows.map((row) => [row.membership_id, row.starts_at.toISOString()]))
}

/** ExamsService.examOf. */
export async function examOf(courseId: number): Promise<{ certificate: Record<string, string>; validMonths: number | null } | null> {
  const row = await db.from('exams_exams').where({ course_id: courseId, active: true }).orderBy('id', 'desc').first()
  return row && { certificate: row.certificate, validMonths: row.valid_months }
}
