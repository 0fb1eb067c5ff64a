import { fullName } from '#core/contract/full_name'
import { textIn } from '#core/kit/words'
import type { ExamMoment } from '#plugins/exams/contract/index'
import { type OfferRow, pictureUrl } from '#plugins/learning/contract/offers'
import type { CatalogueMoment } from '../../contract/index.js'
import type { OfferDetail } from '../services/offers.js'
import type { RequestRow } from '../services/requests.js'

/** A course on a card. */
export const toOffer = (row: OfferRow, language: string | null, photoUrl: (hash: string) => string = pictureUrl) => ({
  id: row.course_id,
  name: textIn(row.name, language),
  /** Sanitised HTML. */
  description: textIn(row.description, language),
  sector: row.sector,
  type: row.type,
  languages: row.languages,
  duration_minutes: row.duration_minutes,
  /** Without VAT. */
  price_cents: row.price * 100,
  adults_only: row.adults_only,
  photo: row.photo && {
    url: photoUrl(row.photo.hash),
    width: row.photo.width,
    height: row.photo.height,
    alt: textIn(row.photo.alt, language),
  },
  /** Only the platform's admins see the others. */
  in_catalogue: row.is_consumer_course,
})
export type OfferView = ReturnType<typeof toOffer>

export const toMoment = (moment: ExamMoment): CatalogueMoment => ({
  id: moment.id,
  city: moment.city,
  location: moment.location,
  language: moment.language,
  starts_at: moment.startsAt,
  seats_left: moment.seatsLeft,
})

/** A course in its popup. */
export const toDetail = (detail: OfferDetail, language: string | null, photoUrl?: (hash: string) => string) => ({
  ...toOffer(detail.row, language, photoUrl),
  access_days: detail.row.access_days,
  certificate_valid_months: detail.row.certificate_valid_months,
  exam: detail.exam && { ...detail.exam, certificate: textIn(detail.exam.certificate, language) },
  moments: detail.moments.map(toMoment),
  participation: detail.participation,
  requested: detail.requested,
  passed_at: detail.passedAt?.toISOString() ?? null,
  may_take: detail.mayTake,
})
export type OfferDetailView = ReturnType<typeof toDetail>

export const toRequest = (row: RequestRow, language: string | null) => ({
  id: row.id,
  person: fullName(row),
  membership_id: row.membership_id,
  course_id: row.course_id,
  course: textIn(row.course_name, language),
  price_cents: row.price === null ? null : row.price * 100,
  message: row.message,
  company: row.company_name,
  created_at: row.created_at.toISOString(),
  status: row.status,
  answer: row.answer,
})
export type RequestView = ReturnType<typeof toRequest>
