import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { asSystem } from '../tenancy/scope.js'
import { preparedQuery } from '../tenancy/connections.js'
import { Session, type SessionRow } from './session.js'
import { FIND_SESSION } from './statements.js'

/** Specification, section 9: a sign-in lasts 12 hours. */
export const SESSION_SECONDS = 43_200

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Finds the session that a token opens. Forged, expired and ended ones give null. */
export async function findSession(token: string | undefined): Promise<Session | null> {
  if (!token || token.length > 100) return null
  const [row] = await asSystem('session.find', () => preparedQuery<SessionRow>(db, 'platform_session', FIND_SESSION, [hashOf(token)]))
  return row ? new Session(row) : null
}

export interface NewSession {
  userId: number
  companyId: number | null
  membershipId: number | null
  userAgent: string | null
}

/** Opens a session. @returns the token for the cookie, kept nowhere else, and when it ends */
export async function createSession(input: NewSession): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000)
  await asSystem('session.create', async () => {
    await db.table('core_sessions').insert({
      token_hash: hashOf(token),
      user_id: input.userId,
      company_id: input.companyId,
      membership_id: input.membershipId,
      expires_at: expiresAt,
      user_agent: input.userAgent?.slice(0, 300) ?? null,
    })
    if (input.membershipId) await db.from('core_memberships').where('id', input.membershipId).update({ last_seen_at: new Date() })
  })
  return { token, expiresAt }
}

/** Ends a session at once, on every node. */
export async function endSession(token: string | undefined): Promise<void> {
  if (!token) return
  await asSystem('session.end', () => db.from('core_sessions').where('token_hash', hashOf(token)).delete())
}

/** Removes sessions that ended by time; the daily job `core.sessions.clean`. */
export async function removeExpiredSessions(): Promise<void> {
  await asSystem('session.clean', () => db.from('core_sessions').where('expires_at', '<', new Date()).delete())
}
