import db from '@adonisjs/lucid/services/db'
import type { CourseCertificates } from '#plugins/learning/contract/certificates'
import { dayOf } from './certificate_status.js'

/** See CourseCertificates of learning's contract. */
export const service: CourseCertificates = {
  async valid(courseIds, membershipIds, trx) {
    if (!courseIds.length || !membershipIds.length) return []
    return (trx ?? db)
      .from('certificates_certificates')
      .whereRaw('membership_id = any(?::bigint[])', [[...membershipIds]])
      .whereIn('course_id', [...courseIds])
      .whereRaw('revoked_at is null and (valid_until is null or valid_until >= ?)', [dayOf()])
      .groupBy('membership_id', 'course_id')
      .select('membership_id as membershipId', 'course_id as courseId')
      .select(db.raw('case when bool_or(valid_until is null) then null else max(valid_until)::text end as until'))
  },
  async ends(courseIds, membershipIds, trx) {
    if (!courseIds.length || !membershipIds.length) return []
    return (trx ?? db)
      .from('certificates_certificates')
      .whereRaw('membership_id = any(?::bigint[])', [[...membershipIds]])
      .whereIn('course_id', [...courseIds])
      .whereNull('revoked_at')
      .groupBy('membership_id', 'course_id')
      .havingRaw('not bool_or(valid_until is null)')
      .select('membership_id as membershipId', 'course_id as courseId')
      .select(db.raw('max(valid_until)::text as until'))
  },
  async numbers(participationIds) {
    const rows: { participation_id: number; number: string }[] = await db
      .from('certificates_certificates')
      .whereIn('participation_id', [...participationIds])
      .whereNull('revoked_at')
      .select('participation_id', 'number')
    return new Map(rows.map(({ participation_id: id, number }) => [id, number]))
  },
}
