import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { bookingService } from '#plugins/booking/contract/index'
import { examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import type { Offer } from '#plugins/learning/contract/offers'
import { addLink, type LinkInput } from './manage.js'
import { recount } from './outcomes.js'
import { LINKS } from './store.js'

/** Visits of the last weeks, newest last; three in ten start the wizard. */
const VISITS = [4, 11, 7, 0, 2, 9, 15, 12, 6, 3, 0, 8, 10, 5]

const COMMON: Omit<LinkInput, 'campaign' | 'courses'> = {
  ...{ type: null, city: '', language: '', month: '', price_kind: 'list', price_value: 0 },
  ...{ expires_on: null, max_uses: null, registration: true, is_on: true, moment_id: null, reserved_seats: 0, min_people: 1 },
}

async function visited(link: number, visits: readonly number[], until: number): Promise<void> {
  const rows = visits.map((count, index) => ({
    ...{ company_id: currentCompanyId(), link_id: link, day: addDays(today(), index - visits.length - until) },
    ...{ visits: count, started: Math.floor(count * 0.3) },
  }))
  await db.table('booking_links_days').multiInsert(rows)
}

/** A link for groups that reserves two seats of an exam with room. */
async function reserveSeats(offers: readonly Offer[]): Promise<void> {
  const exams = await serviceOf(examsService)
  for (const { courseId } of offers) {
    const moment = (await exams?.moments({ courseId }))?.findLast(({ seatsLeft }) => seatsLeft >= 8)
    if (!moment) continue
    const seats = { moment_id: moment.id, reserved_seats: 2, min_people: 2 }
    await addLink({ ...COMMON, ...seats, campaign: 'Groepsexamen', courses: [courseId], type: 'exam' })
    return
  }
}

/**
 * Creates two links with visits on past days, and one with reserved seats, and attaches the demo's bookings to one of them, at its price.
 * Idempotent.
 */
export async function loadDemo(): Promise<void> {
  const [learning, booking] = [await serviceOf(learningService), await serviceOf(bookingService)]
  if (!learning || !booking || (await db.from(LINKS).first())) return
  const offers = await learning.offers()
  const counts = await Promise.all(offers.map(async (offer) => ({ offer, booked: await booking.standing({ courseId: offer.courseId }) })))
  const best = counts.toSorted((a, b) => b.booked.length - a.booked.length)[0]
  if (!best) return
  const spring = await addLink({ ...COMMON, campaign: 'Nieuwsbrief najaar', courses: [best.offer.courseId] })
  await visited(spring, VISITS, 0)
  for (const { id, keys, people } of best.booked.slice(0, 2)) {
    await db
      .table('booking_links_bookings')
      .insert({ company_id: currentCompanyId(), link_id: spring, booking_id: id, key: keys[0], people })
    await recount({ bookingId: id })
  }
  const fair = await addLink({
    ...COMMON,
    ...{ campaign: 'Beursactie offshore', price_kind: 'percent', price_value: 15, max_uses: 25, expires_on: addDays(today(), -3) },
    courses: offers.slice(0, 3).map(({ courseId }) => courseId),
  })
  await visited(fair, VISITS.slice(0, 9), 4)
  await reserveSeats(offers)
}
