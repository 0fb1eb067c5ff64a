import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { ownAddress } from '#core/kit/companies'
import { inChosenCompany, inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { pictureUrl } from '#plugins/learning/contract/offers'
import { textIn } from '#core/kit/words'
import type { Answers } from '../validators/booking.js'
import { linkedCourses } from './links.js'

/** The courses that this person may book. */
export async function offersToBook(session: Session) {
  const offers = (await (await serviceOf(learningService))?.offers()) ?? []
  const isLearner = session.role === 'leerling'
  const linked = isLearner ? await linkedCourses(session) : []
  return offers
    .filter(({ isConsumerCourse, courseId }) => !isLearner || isConsumerCourse || linked.includes(courseId))
    .map((offer) => ({
      id: offer.courseId,
      shortname: offer.shortname,
      name: textIn(offer.name, session.row.language),
      description: textIn(offer.description, session.row.language),
      sector: offer.sector,
      languages: offer.languages,
      duration_minutes: offer.durationMinutes,
      price_cents: offer.priceCents,
      adults_only: offer.adultsOnly,
      photo: offer.photo && pictureUrl(offer.photo.hash),
    }))
}

interface MomentsQuery {
  course: number
  /** For an admin: the company they book for. */
  company?: number | undefined
  /** An admin uses the company of this booking. */
  booking?: number | undefined
  city?: string | undefined
  language?: string | undefined
  month?: string | undefined
}

/** Moments with their seats, soonest first, including full ones. @throws AppError 404 for a booking out of reach */
export async function momentsToBook(session: Session, { course, company, booking, city, language, month }: MomentsQuery) {
  const filter = { courseId: course, ...(city && { city }), ...(language && { language }), ...(month && { month }) }
  const ask = async () => (await (await serviceOf(examsService))?.moments(filter)) ?? []
  const reason = 'booking.moments'
  const moments = await (company
    ? inChosenCompany(session, { company, reason }, ask)
    : inCompanyOfRow(session, { table: 'booking_bookings', id: booking ?? 0, reason }, ask))
  return moments.map((moment) => ({
    id: moment.id,
    city: moment.city,
    location: moment.location,
    address: moment.address,
    language: moment.language,
    starts_at: moment.startsAt,
    seats: moment.seats,
    seats_left: moment.seatsLeft,
    billed_least: moment.billedLeast,
    adults_only: moment.adultsOnly,
    price_cents: moment.priceCents,
    adjustments: moment.adjustments,
    adjusted_minutes: moment.adjustedMinutes,
  }))
}

/** The default billing details: those of the last booking, else the company's own address. */
export async function firstBuyer(session: Session): Promise<NonNullable<Answers['buyer']>> {
  const query = db.from('booking_bookings').orderBy('id', 'desc').select('buyer')
  // An admin starts with the recipient of the company's last invoice.
  if (!session.isAdmin) query.where('booked_by', session.membershipId ?? 0)
  const last = await query.first()
  if (last) return last.buyer
  const { legalName, street, postalCode, city } = await ownAddress()
  const { firstname, infix, lastname, email } = session.row
  if (session.isAdmin) return { company: legalName, street, postal_code: postalCode, city, country: 'NL', vat_number: '' }
  const contact = {
    contact: fullName({ firstname, infix, lastname }),
    ...(email !== null && { contact_email: email, invoice_email: email }),
  }
  return { ...contact, company: legalName, street, postal_code: postalCode, city, country: 'NL', vat_number: '' }
}
