import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import type { BookingLinksService, LinkRefusal } from '../../contract/index.js'
import type { LinkState } from '../../states.js'
import { holdIfFree, reservedLeft, reservedSeatsTaken } from './reserved.js'
import { type LinkRow, LINKS, links, termsOf } from './store.js'

const BOOKINGS = 'booking_links_bookings'

/** Returns the reason to refuse a link in this state; null if it is valid. */
export const refusalOf = (state: LinkState): LinkRefusal | null => (state === 'open' ? null : `link_${state}`)

const terms: BookingLinksService['terms'] = async (token) => {
  const link: LinkRow | null = await links().where('l.token', token).first()
  const refused = link ? refusalOf(link.state) : 'link_unknown'
  return refused ? { refused } : termsOf(link!, await reservedLeft(link!))
}

/** Locks a link's row, so that two concurrent bookings cannot both take its last use. */
const hold = (trx: TransactionClientContract, by: { token: string } | { id: number }) =>
  trx.from(LINKS).where(by).forUpdate().select('id').first()

const consume: BookingLinksService['consume'] = async (trx, token, { id, key, people, momentId }) => {
  if (!(await hold(trx, { token }))) throw conflict('link_unknown')
  // Read again under the lock, so that a concurrent booking's use counts.
  const link: LinkRow = await links(trx).where('l.token', token).firstOrFail()
  const refused = refusalOf(link.state)
  if (refused) throw conflict(refused)
  if (people < link.min_people) throw conflict('link_min_people')
  const reserved = await reservedSeatsTaken(trx, link, { momentId, people })
  await trx.table(BOOKINGS).insert({
    ...{ company_id: currentCompanyId(), link_id: link.id, booking_id: id, key, people },
    ...(reserved && { moment_id: momentId, reserved }),
  })
  if (link.reserved_seats) await reserveAgain(trx, link.id)
}

/** Reserves the seats that no booking has taken, after a booking of the link changed. */
export async function reserveAgain(trx: TransactionClientContract, linkId: number): Promise<void> {
  await hold(trx, { id: linkId })
  const link: LinkRow = await links(trx).where('l.id', linkId).firstOrFail()
  if (link.reserved_seats) await holdIfFree(trx, link)
}

const release: BookingLinksService['release'] = async (trx, bookingId) => {
  const row: { link_id: number } | null = await trx.from(BOOKINGS).where('booking_id', bookingId).first()
  if (!row) return
  await trx.from(BOOKINGS).where('booking_id', bookingId).update({ held: false })
  await reserveAgain(trx, row.link_id)
}

const consumeAgain: BookingLinksService['consumeAgain'] = async (trx, bookingId) => {
  const row: { link_id: number; held: boolean } | null = await trx.from(BOOKINGS).where('booking_id', bookingId).first()
  if (!row || row.held) return
  await hold(trx, { id: row.link_id })
  const link: LinkRow = await links(trx).where('l.id', row.link_id).firstOrFail()
  if (link.max_uses !== null && link.used >= link.max_uses) throw conflict('link_used_up')
  await trx.from(BOOKINGS).where('booking_id', bookingId).update({ held: true })
  await reserveAgain(trx, row.link_id)
}

/** Counts a visit that started the wizard, on the day of the visit. */
export async function recordStarted(linkId: number): Promise<void> {
  await db.rawQuery(
    `insert into booking_links_days as d (company_id, link_id, day, started) values (?, ?, (now() at time zone 'Europe/Amsterdam')::date, 1)
     on conflict (company_id, link_id, day) do update set started = d.started + 1`,
    [currentCompanyId(), linkId],
  )
}

export const service: BookingLinksService = { terms, consume, release, consumeAgain }
