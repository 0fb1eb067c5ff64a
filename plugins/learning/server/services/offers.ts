import db from '@adonisjs/lucid/services/db'
import type { Offer, OfferRow } from '../../contract/offers.js'

/** Courses that this company may assign and book (LearningService.offers). */
export async function offers(courseIds?: readonly number[]): Promise<Offer[]> {
  const query = db.from('learning_offers').orderBy('course_id')
  if (courseIds) void query.whereIn('course_id', [...courseIds])
  return ((await query) as OfferRow[]).map((row) => ({
    courseId: row.course_id,
    versionId: row.version_id,
    companyId: row.company_id,
    shortname: row.shortname,
    sector: row.sector,
    type: row.type,
    isConsumerCourse: row.is_consumer_course,
    name: row.name,
    description: row.description,
    languages: row.languages,
    durationMinutes: row.duration_minutes,
    priceCents: row.price * 100,
    adultsOnly: row.adults_only,
    photo: row.photo,
    accessDays: row.access_days,
    certificateValidMonths: row.certificate_valid_months,
    vatKind: row.company_id === null ? row.vat_kind : 'elearning',
  }))
}
