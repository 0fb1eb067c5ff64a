import { type PageOpening, idIn } from '#core/contract/opening'
import { inCompanyOfRow } from '#core/kit/scope'
import { textIn, translate } from '#core/kit/words'
import { findOwn } from './services/card.js'

/** The requested booking. */
const opening: PageOpening = async ({ session, query, language }) => {
  const id = idIn(query.id)
  if (!id) return null
  const booking = await inCompanyOfRow(session, { table: 'booking_bookings', id, reason: 'booking.show' }, () => findOwn(session, id))
  return {
    heading: `${booking.number} · ${textIn(booking.course_name, session.row.language)}`,
    back: translate(language, session.can('booking.manage') ? 'booking.bookings.title' : 'booking.pay.trainings'),
  }
}

export default opening
