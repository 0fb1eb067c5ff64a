import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { asSystem } from '../tenancy/scope.js'
import { preparedQuery } from '../tenancy/connections.js'
import { Session, type SessionRow } from './session.js'

/** Specification, section 9: a sign-in lasts 12 hours. */
export const SESSION_SECONDS = 43_200

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Exported for `npm run bench` alone. */
export const FIND_SESSION = `
  select s.id, s.user_id, s.company_id, s.membership_id, s.expires_at,
         u.email::text, u.firstname, u.lastname, u.language, u.platform_role,
         u.email_verified_at is not null as email_verified,
         m.role, m.entitlements, m.registration_type,
         c.login_id::text, c.name as company_name, c.logo_file, c.favicon_file, c.primary_color, c.secondary_color,
         c.theme, c.default_language, c.catalogue_access, c.platform_branding, c.plugins
    from core_sessions s
    join core_users u on u.id = s.user_id
    left join core_memberships m on m.id = s.membership_id
    left join core_companies c on c.id = s.company_id
   where s.token_hash = $1 and s.expires_at > now()
     and (s.membership_id is null and u.platform_role is not null or m.status = 'active' and c.status = 'active')`

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
