import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId, type Session } from '#core/kit/scope'
import type { HistoryAction } from './history_actions.js'

export interface HistoryNote {
  participationId: number
  action: HistoryAction
  reason?: string | null
  /** Ids and plain data, no names. */
  details?: object
}

/** The acting person, from a session; without a company, an admin of the platform. */
export type Actor = Pick<Session, 'companyId' | 'membershipId'>

/** Records who did what to a participation, when and why, in the transaction of the change. @param by null: the system */
export const recordHistory = (trx: TransactionClientContract, by: Actor | null, note: HistoryNote): Promise<void> =>
  recordHistoryOfAll(trx, by, [note])

/** The same for many participations, in one statement. */
export async function recordHistoryOfAll(trx: TransactionClientContract, by: Actor | null, notes: readonly HistoryNote[]): Promise<void> {
  const company = currentCompanyId()
  const rows = notes.map(({ participationId, action, reason = null, details = {} }) => ({
    ...{ company_id: company, participation_id: participationId, action, reason, details: JSON.stringify(details) },
    ...{ by_membership_id: by?.membershipId ?? null, by_platform: by !== null && by.companyId === null },
  }))
  if (rows.length) await trx.table('learning_participation_history').multiInsert(rows)
}

export interface HistoryRow {
  id: number
  action: HistoryAction
  reason: string | null
  details: Record<string, string | number | boolean | null>
  at: Date
  by_platform: boolean
  by_name: string | null
}

/** The history of a participation, newest first. */
export function historyOf(participationId: number): Promise<HistoryRow[]> {
  return db
    .from('learning_participation_history as h')
    .leftJoin('kit_members as m', 'm.id', 'h.by_membership_id')
    .where('h.participation_id', participationId)
    .orderBy('h.id', 'desc')
    .limit(200)
    .select('h.id', 'h.action', 'h.reason', 'h.details', 'h.at', 'h.by_platform')
    .select(db.raw(`case when m.id is not null then m.full_name end as by_name`)) as unknown as Promise<HistoryRow[]>
}
