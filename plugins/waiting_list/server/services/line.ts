import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import { inCompanyOfRow, type Session, withinReach } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import { note, type PlaceRow, seatKey, SAME_PERSON, samePerson } from './places.js'

export type LineRow = PlaceRow & { company_name: string; course_name: Record<string, string> | null; place: number | null }

const AHEAD = `(select count(*)::int + 1 from waiting_list_places a where a.status = 'waiting' and i.status = 'waiting' and a.rank < i.rank
  and a.course_id = i.course_id and search_key(a.city) = search_key(i.city) and a.language = i.language and a.month = i.month)`

/** Places with their exams; `place` is the position among those visible in the scope. */
export const line = () =>
  db
    .from('waiting_list_places as i')
    .join('kit_companies as c', 'c.id', 'i.company_id')
    .leftJoin('learning_offers as o', 'o.course_id', 'i.course_id')
    .select('i.*', 'c.name as company_name', 'o.name as course_name')
    .select(db.raw(`case when i.status = 'waiting' then ${AHEAD} end as place`))

async function findLine(session: Session, id: string): Promise<LineRow> {
  const row: LineRow | null = await withinReach(session, 'waiting_list.show', () => line().where('i.id', id).first())
  if (!row) throw notFound()
  return row
}

const atPlace = <T>(session: Session, id: string, what: string, fn: () => Promise<T>): Promise<T> =>
  inCompanyOfRow(session, { table: 'waiting_list_places', id, reason: `waiting_list.${what}` }, fn)

/**
 * Moves a person within their queue, among the company's own people, and records the reason in the history.
 * @throws AppError 404; 409 not_waiting
 */
export async function movePlace(session: Session, id: string, to: 'first' | 'up' | 'down', reason: string): Promise<LineRow> {
  await atPlace(session, id, 'move', () =>
    db.transaction(async (trx) => {
      const found: PlaceRow | null = await trx.from('waiting_list_places').where('id', id).first()
      if (!found) throw notFound()
      // Locks the company's whole queue in its order, so that concurrent moves run one after the other.
      const rows: PlaceRow[] = await trx
        .from('waiting_list_places')
        .where({ course_id: found.course_id, language: found.language, month: found.month, status: 'waiting' })
        .whereRaw('search_key(city) = search_key(?)', [found.city])
        .orderBy('rank')
        .forUpdate()
      const at = rows.findIndex((row) => row.id === found.id)
      if (at < 0) throw conflict('not_waiting')
      const target = to === 'first' ? 0 : Math.min(rows.length - 1, Math.max(0, at + (to === 'up' ? -1 : 1)))
      if (target === at) return
      // The company's ranks are only exchanged within the company: nobody gains a position over another company's people.
      const ranks = rows.map(({ rank }) => rank)
      const [moved] = rows.splice(at, 1)
      rows.splice(target, 0, moved!)
      for (const [index, row] of rows.entries()) {
        if (row.rank !== ranks[index]) await trx.from('waiting_list_places').where('id', row.id).update({ rank: ranks[index] })
      }
      await note(trx, found.id, `moved_${to}`, reason, session.membershipId)
    }),
  )
  return findLine(session, id)
}

/** Removes a person from the list, or releases the seat that they took. @throws AppError 404 */
export async function removePlace(session: Session, id: string, reason: string): Promise<LineRow> {
  await atPlace(session, id, 'remove', async () => {
    const exams = await serviceOf(examsService)
    await db.transaction(async (trx) => {
      const row: PlaceRow | null = await trx.from('waiting_list_places').where('id', id).forUpdate().first()
      if (!row) throw notFound()
      if (!['unconfirmed', 'waiting', 'offered', 'accepted'].includes(row.status)) return
      await trx.from('waiting_list_places').where('id', id).update({ status: 'left' })
      await note(trx, row.id, 'removed', reason, session.membershipId)
      await exams?.release(seatKey(row.id), trx)
    })
  })
  return findLine(session, id)
}

export interface HistoryRow {
  id: number
  action: string
  reason: string
  by_name: string | null
  at: Date
}

/** The last first. @throws AppError 404 */
export async function historyOf(session: Session, id: string): Promise<HistoryRow[]> {
  await findLine(session, id)
  return withinReach(session, 'waiting_list.history', () =>
    db
      .from('waiting_list_history as h')
      .leftJoin('kit_members as p', 'p.id', 'h.by_membership_id')
      .where('h.place_id', id)
      .orderBy('h.id', 'desc')
      .select('h.id', 'h.action', 'h.reason', 'h.at')
      .select(db.raw('p.full_name as by_name')),
  )
}

/**
 * A withdrawn moment: people with an offer or a seat there get their old position back. A person who joined again meanwhile keeps one
 * entry, at the better of the two positions.
 */
export async function restoreQueuePlaces(key: string): Promise<void> {
  const id = /^waiting_list:(\d+)$/.exec(key)?.[1]
  if (!id) return
  await db.transaction(async (trx) => {
    const row: PlaceRow | null = await trx
      .from('waiting_list_places')
      .where('id', id)
      .whereIn('status', ['offered', 'accepted'])
      .forUpdate()
      .first()
    if (!row) return
    const other: PlaceRow | null = await trx
      .from('waiting_list_places')
      .whereNot('id', id)
      .whereRaw(`${SAME_PERSON} and search_key(city) = search_key(?)`, [...samePerson(row.email, row.membership_id), row.city])
      .where({ course_id: row.course_id, language: row.language, month: row.month })
      .whereIn('status', ['unconfirmed', 'waiting', 'offered'])
      .forUpdate()
      .first()
    const places = trx.from('waiting_list_places').where('id', id)
    if (other) {
      await places.update({ status: 'left', offer_until: null })
      // Their first entry already proved their address.
      const status = other.status === 'unconfirmed' ? 'waiting' : other.status
      const ranks = [row.rank, other.rank].flatMap((rank) => (rank === null ? [] : Number(rank)))
      await trx
        .from('waiting_list_places')
        .where('id', other.id)
        .update({ status, rank: Math.min(...ranks) })
      await note(trx, other.id, 'withdrawn')
    } else await places.update({ status: 'waiting', moment_id: null, moment_starts_at: null, offer_until: null })
    await note(trx, Number(id), 'withdrawn')
  })
}
