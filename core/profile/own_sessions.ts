import db from '@adonisjs/lucid/services/db'
import { forbidden, notFound } from '../contract/errors.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { type Device, deviceOf } from './device.js'

/** A session of the caller. Times are ISO 8601. */
export interface OwnSession extends Device {
  id: number
  /** Its company; null for an admin's session. */
  company: string | null
  /** Network address of the sign-in. It is not looked up anywhere. */
  address: string | null
  started_at: string
  last_seen_at: string
  ends_at: string
  current: boolean
}

/** The caller's own sessions in every company: this one first, then by last use. */
export async function ownSessions(session: Session): Promise<OwnSession[]> {
  const rows = await asSystem('account.sessions', () =>
    db
      .from('core_sessions as s')
      .leftJoin('core_companies as c', 'c.id', 's.company_id')
      .where('s.user_id', session.userId)
      .where('s.expires_at', '>', new Date())
      .if(session.isLent, (own) => void own.where('s.company_id', session.companyId!))
      .orderByRaw('(s.id = ?) desc, s.last_seen_at desc, s.id desc', [session.id])
      .limit(100)
      .select('s.id', 's.user_agent', 's.address', 's.created_at', 's.last_seen_at', 's.expires_at', 'c.name as company'),
  )
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.user_agent),
    company: row.company,
    address: row.address,
    started_at: row.created_at.toISOString(),
    last_seen_at: (row.id === session.id ? new Date() : (row.last_seen_at as Date)).toISOString(),
    ends_at: row.expires_at.toISOString(),
    current: row.id === session.id,
  }))
}

/** Ends one of the caller's sessions. @throws AppError 404 for anybody else's, and for the current one; 403 in a frame */
export async function endOwnSession(session: Session, id: number): Promise<void> {
  if (session.isLent) throw forbidden()
  const ended = await asSystem('account.end_session', () =>
    db.from('core_sessions').where({ id, user_id: session.userId }).whereNot('id', session.id).delete(),
  )
  if (!Number(ended)) throw notFound()
}

/** Ends all sessions of the person except this one, or all of them. @returns how many. @throws AppError 403 in a frame */
export async function endOwnSessions(session: Session, which: 'others' | 'all'): Promise<number> {
  if (session.isLent) throw forbidden()
  return asSystem('account.end_sessions', async () => {
    const query = db.from('core_sessions').where('user_id', session.userId)
    if (which === 'others') query.whereNot('id', session.id)
    return Number(await query.delete())
  })
}
