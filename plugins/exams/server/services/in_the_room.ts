import db from '@adonisjs/lucid/services/db'

/** A start is valid for this many hours: the same seat starts no exam tomorrow. */
export const STARTED_HOURS = 12

/** See ExamsService. */
export async function inTheRoom(membershipId: number, courseId: number, at: Date) {
  const row: {
    helper: string
    seat: number | null
    arrived_at: Date | null
    started_at: Date | null
    location: string
    city: string
  } | null = await db
    .from('exams_entries as n')
    .join('exams_moments as m', 'm.id', 'n.moment_id')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .where({ 'n.membership_id': membershipId, 'e.course_id': courseId })
    .whereNotNull('n.started_at')
    .where('n.started_at', '<=', at)
    .orderBy('n.started_at', 'desc')
    .select('n.helper', 'n.seat', 'n.arrived_at', 'n.started_at', 'm.location', 'm.city')
    .first()
  if (!row || at.getTime() - row.started_at!.getTime() > STARTED_HOURS * 3_600_000) return null
  return { helper: row.helper, seat: row.seat, place: `${row.location}, ${row.city}`, startedAt: row.started_at! }
}
