import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict, notFound } from '../contract/errors.js'
import type { SentToken } from '../http/session_token.js'
import { asSystem } from '../tenancy/scope.js'
import { preparedQuery, readAgain } from '../tenancy/connections.js'
import { Session, type SessionRow } from '../tenancy/session.js'
import type { SignInCounts } from './attempts.js'
import { FIND_PERSON, FIND_SESSION, OPEN_SESSION } from './statements.js'

/** Specification, section 9: a sign-in lasts 12 hours. */
export const SESSION_SECONDS = 43_200

/** The token as it is stored: hashed. */
export const hashOfSession = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Finds the session of a token. Returns null for forged, expired and ended sessions, and for a token that came the wrong way: a frame's
 * token works only in the frame's header, an ordinary one only in the cookie.
 * @param withMemberships for the call that tells the browser who the person is (identify.ts)
 */
export async function findSession(carried: SentToken | null, withMemberships = false): Promise<Session | null> {
  if (!carried || carried.token.length > 100) return null
  const { token, by } = carried
  const [row] = await asSystem('session.find', () =>
    readAgain(() => preparedQuery<SessionRow>(db, 'platform_session', FIND_SESSION, [hashOfSession(token), withMemberships])),
  )
  if (!row || Boolean(row.framed_by) !== (by !== 'cookie')) return null
  if (row.last_seen_at && Date.now() - row.last_seen_at.getTime() > SEEN_AGAIN_AFTER) await noteSeen(row.id)
  return new Session(row)
}

/** In milliseconds. The time of last use is written at most this often, not for each request. */
const SEEN_AGAIN_AFTER = 10 * 60_000

async function noteSeen(id: number): Promise<void> {
  await asSystem('session.seen', () => db.from('core_sessions').where('id', id).update({ last_seen_at: new Date() }))
}

/**
 * Finds the current rights of a person, for a background job that they started.
 * @param membershipId null for an admin
 * @returns null when they may no longer sign in: deactivated, erased, or no longer an admin
 */
export async function findPerson(userId: number, membershipId: number | null): Promise<Session | null> {
  const [row] = await asSystem('session.person', () =>
    preparedQuery<SessionRow>(db, 'platform_person', FIND_PERSON, [userId, membershipId]),
  )
  return row ? new Session(row) : null
}

export interface NewSession {
  userId: number
  companyId: number | null
  membershipId: number | null
  userAgent: string | null
  /** The network and browser of the sign-in, as shown in the person's list of sessions. */
  address?: string | null
  /** How the person signed in, `<plugin>.<way>`. Default `sign_in`. */
  via?: string
  /** Origins that may frame its pages. Such a session works only in their frame. */
  framedBy?: readonly string[] | null
  /** Token of the session that this one replaces. It ends at the same moment. */
  replaces?: string | undefined
  /** The hash against which the password was verified. If the password changed meanwhile, no session is opened. */
  passwordHash?: string
  /** The keys under which the attempt was counted. They get their points back. */
  counted?: SignInCounts
}

export interface OpenedSession {
  /** For the cookie. It is stored nowhere else. */
  token: string
  expiresAt: Date
}

/**
 * Opens a 12-hour session, as a sign-in does.
 * @throws AppError 401 wrong_password_or_email when the password changed while it was checked; 404 when the person is gone
 */
export async function createSession(input: NewSession): Promise<OpenedSession> {
  const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000)
  return asSystem('session.create', () => insertSession(db, { ...input, expiresAt }))
}

/**
 * Switches to another membership of the same person, with a new token. The session still ends 12 hours after the sign-in. Of concurrent
 * calls only one finds the session.
 * @throws AppError 409 session_switched when another call was first
 */
export async function moveSession(token: string, to: { companyId: number; membershipId: number }): Promise<OpenedSession> {
  return asSystem('session.move', () =>
    db.transaction(async (trx) => {
      const [ended] = await trx
        .from('core_sessions')
        .where('token_hash', hashOfSession(token))
        .delete()
        .returning(['user_id', 'user_agent', 'address', 'expires_at', 'via', 'framed_by'])
      if (!ended) throw conflict('session_switched')
      const { user_id: userId, user_agent: userAgent, address, expires_at: expiresAt, via, framed_by: framedBy } = ended
      return insertSession(trx, { userId, userAgent, address, expiresAt, via, framedBy, ...to })
    }),
  )
}

/** Ends all sessions of a person, also in other companies, and opens a new one, because their password changed. */
export async function replaceSessions(
  trx: TransactionClientContract,
  input: Omit<NewSession, 'replaces' | 'passwordHash' | 'counted'>,
): Promise<OpenedSession> {
  await trx.from('core_sessions').where('user_id', input.userId).delete()
  return insertSession(trx, { ...input, expiresAt: new Date(Date.now() + SESSION_SECONDS * 1000) })
}

async function insertSession(on: typeof db | TransactionClientContract, input: NewSession & { expiresAt: Date }): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url')
  const { userId, companyId, membershipId, expiresAt, replaces, passwordHash } = input
  const [opened] = await preparedQuery(on, 'platform_open_session', OPEN_SESSION, [
    hashOfSession(token),
    userId,
    companyId,
    membershipId,
    expiresAt,
    input.userAgent?.slice(0, 300) ?? null,
    input.via ?? 'sign_in',
    input.framedBy ? [...input.framedBy] : null,
    replaces ? hashOfSession(replaces) : null,
    passwordHash ?? null,
    input.address ?? null,
    input.counted?.person ?? null,
    input.counted?.address ?? null,
  ])
  // No password is checked here, so the only cause is that the person was erased a moment ago.
  if (!opened) throw passwordHash ? new AppError(401, 'wrong_password_or_email') : notFound()
  return { token, expiresAt }
}

/** Ends a session at once, on every node. */
export async function endSession(token: string | undefined): Promise<void> {
  if (!token) return
  await asSystem('session.end', () => db.from('core_sessions').where('token_hash', hashOfSession(token)).delete())
}

/** Removes expired sessions; the daily job `core.sessions.clean`. */
export async function removeExpiredSessions(): Promise<void> {
  await asSystem('session.clean', () => db.from('core_sessions').where('expires_at', '<', new Date()).delete())
}

/**
 * A member of the running company as their session would have them now, for work they scheduled. Null when they left or were deactivated,
 * or the company was closed.
 */
export async function sessionOfMember(membershipId: number): Promise<Session | null> {
  const member = await db.from('core_memberships').where('id', membershipId).select('user_id').first()
  return member ? findPerson(member.user_id, membershipId) : null
}
