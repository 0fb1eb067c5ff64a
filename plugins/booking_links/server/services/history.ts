import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { atLink, findLink } from './store.js'

/** The events of a link; words: `booking_links.history.<act>`. The platform's audit log stores which admin it was. */
export type LinkAct = 'created' | 'changed' | 'switched_on' | 'switched_off'

/** Stores an event, in the transaction of the change. */
export async function note(trx: TransactionClientContract, link: number, act: LinkAct, fields: readonly string[] = []): Promise<void> {
  await trx.table('booking_links_history').insert({
    ...{ company_id: currentCompanyId(), link_id: link, act, fields: JSON.stringify(fields) },
    at: trx.raw('clock_timestamp()'),
  })
}

const MAX_LINES = 200

/** The events of a link, newest first. @throws AppError 404 */
export function linkHistory(session: Session, id: string) {
  return atLink(session, id, 'history', async () => {
    await findLink({ id })
    const rows: { id: number; act: LinkAct; fields: string[]; at: Date }[] = await db
      .from('booking_links_history')
      .where('link_id', id)
      .orderBy('id', 'desc')
      .limit(MAX_LINES)
      .select('id', 'act', 'fields', 'at')
    return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
  })
}
export type HistoryLine = Awaited<ReturnType<typeof linkHistory>>[number]

/** Visits and wizards by day, oldest first. @throws AppError 404 */
export function linkDays(session: Session, id: string) {
  return atLink(session, id, 'days', async () => {
    await findLink({ id })
    const rows: { day: string; visits: string; started: number }[] = await db
      .from('booking_links_days')
      .where('link_id', id)
      .orderBy('day', 'desc')
      .limit(90)
      .select(db.raw('day::text as day'), 'visits', 'started')
    return rows.reverse().map(({ day, visits, started }) => ({ day, visits: Number(visits), started }))
  })
}
