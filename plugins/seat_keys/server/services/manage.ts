import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import { inCompanyOfRow, type Session, withinReach } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { bookingService } from '#plugins/booking/contract/index'
import { newCode } from './codes.js'
import { type KeyRow, KEYS } from './store.js'

/** A key and the person who used it. */
export interface ListedKey extends KeyRow {
  /** Null for an unused key and after the person was deleted. */
  used_by_name: string | null
}

const listed = () =>
  db.from(`${KEYS} as k`).leftJoin('kit_members as m', 'm.id', 'k.used_by').select('k.*', 'm.full_name as used_by_name').orderBy('k.nth')

/** The keys of a booking. @throws AppError 404 for a booking without keys or out of reach */
export async function keysOf(session: Session, bookingId: string): Promise<ListedKey[]> {
  const rows = await withinReach(session, 'seat_keys.keys', async () => {
    const found: ListedKey[] = await listed().where('k.booking_id', bookingId)
    return found
  })
  if (!rows.length) throw notFound()
  return rows
}

/** Changes a key that nobody used; a concurrent use makes it fail. @throws AppError 404; 409 key_used */
function change(session: Session, id: string, what: string, to: (key: KeyRow) => Promise<Partial<KeyRow>>): Promise<void> {
  return inCompanyOfRow(session, { table: KEYS, id, reason: `seat_keys.${what}` }, async () => {
    const key: KeyRow = await db.from(KEYS).where('id', id).firstOrFail()
    const changes = await to(key)
    const done = await db.from(KEYS).where('id', id).whereNull('used_at').update(changes)
    if (!Number(done)) throw conflict('key_used')
  })
}

/** The key stops working; its seat stays bought. */
export const withdrawKey = (session: Session, id: string) =>
  change(session, id, 'withdraw', async ({ withdrawn_at: at }) => ({ withdrawn_at: at ?? new Date() }))

/** Gives the seat of an unused key another code; the old one stops working. @throws AppError 409 booking_not_open */
export const renewKey = (session: Session, id: string) =>
  change(session, id, 'renew', async ({ booking_id: booking }) => {
    const [standing] = (await (await serviceOf(bookingService))?.standing({ ids: [booking] })) ?? []
    if (!standing || !['paid', 'invoice'].includes(standing.status)) throw conflict('booking_not_open')
    return { token: newCode(), withdrawn_at: null }
  })
