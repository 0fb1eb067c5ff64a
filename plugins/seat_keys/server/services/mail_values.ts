import db from '@adonisjs/lucid/services/db'
import { platformUrl } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import type { BookingFacts } from '#plugins/booking/contract/index'
import { KEYS } from './store.js'

/** `seat_keys.mail.ready`: to the person who booked. */
export async function readyValues({ bookingId, number, bookedBy }: BookingFacts): Promise<Record<string, string>> {
  const member = bookedBy && (await db.from('kit_members').where('id', bookedBy).select('language').first())
  const keys = await db.from(KEYS).where('booking_id', bookingId).select('course_name')
  return {
    number,
    course: textIn(keys[0]?.course_name ?? {}, member?.language ?? 'nl'),
    count: String(keys.length),
    actionUrl: await platformUrl(`/administratie/boekingen/wijzigen?id=${bookingId}`),
  }
}
