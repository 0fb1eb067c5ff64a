import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, conflict, notFound } from '../contract/errors.js'
import type { CarriedToken } from '../http/session_token.js'
import { asSystem } from '../tenancy/scope.js'
import { preparedQuery, readAgain } from '../tenancy/connections.js'
import { Session, type SessionRow } from '../tenancy/session.js'
import type { SignInCounts } from './attempts.js'
import { FIND_PERSON, FIND_SESSION, OPEN_SESSION } from './statements.js'

/** Specification, section 9: a sign-in lasts 12 hours. */
export const SESSION_SECONDS = 43_200

/** As it is kept. */
export const hashOfSession = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Finds the session that a token opens. Forged, expired and ended ones give
 * null, and so do those that came the wrong way: a frame's secret opens
 * nothing outside it, and an ordinary one nothing in a header.
 * @param withMemberships where the browser is told who this is (identify.ts)
 */
export async function findSession(carried: CarriedToken | null, withMemberships = false): Promise<Session | null> {
  if (!carried || carried.token.length > 100) return null
  const { token, by } = carried
  const [row] = await asSystem('session.find', () =>
    readAgain(() => preparedQuery<SessionRow>(db, 'platform_session', FIND_SESSION, [hashOfSession(token), withMemberships])),
  )
  if (!row || Boolean(row.framed_by) !== (by !== 'cookie')) return null
  if (row.last_seen_at && Date.now() - row.last_seen_at.getTime() > SEEN_AGAIN_AFTER) await noteSeen(row.id)
  return new Session(row)
}

/** In milliseconds: what a person reads as "now" needs no statement for each of their requests. */
const SEEN_AGAIN_AFTER = 10 * 60_000

async function noteSeen(id: number): Promise<void> {
  await asSystem('session.seen', () => db.from('core_sessions').where('id', id).update({ last_seen_at: new Date() }))
}

/**
 * Who a person is now, for work that they started and that goes on without their session.
 * @param membershipId null for an admin
 * @returns null when they may not come in any more: deactivated, erased, no admin any longer
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
  /** From where, as the person may recognise it in the list of their sessions. */
  address?: string | null
  /** How the person came in, `<plugin>.<way>`. Default `sign_in`. */
  via?: string
  /** Origins that may frame its pages; such a session works in their frame alone. */
  framedBy?: readonly string[] | null
  /** Token of the session that this one takes the place of: it ends at the same moment. */
  replaces?: string | undefined
  /** The hash that a password was found right by: one that was changed meanwhile opens nothing any more. */
  passwordHash?: string
  /** What the attempt was counted under that this opens: it gets its points back. */
  counted?: SignInCounts
}

export interface OpenedSession {
  /** For the cookie; kept nowhere else. */
  token: string
  expiresAt: Date
}

/**
 * Opens a session of 12 hours: what a sign-in does, and nothing else.
 * @throws AppError 401 wrong_password_or_email when the password was changed while it was checked; 404 when the person is gone
 */
export async function createSession(input: NewSession): Promise<OpenedSession> {
  const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000)
  return asSystem('session.create', () => insertSession(db, { ...input, expiresAt }))
}

/**
 * Goes on as another membership of the same person, with a new token. The end
 * stays what the sign-in made it: 12 hours are 12 hours. Of several calls at
 * once one finds the session and the others none, so that one stays one.
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

/** Ends every session of a person, also in other companies, and opens one: their password is another now. */
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
  // Without a password nothing but the person can be missing: erased a moment ago.
  if (!opened) throw passwordHash ? new AppError(401, 'wrong_password_or_email') : notFound()
  return { token, expiresAt }
}

/** Ends a session at once, on every node. */
export async function endSession(token: string | undefined): Promise<void> {
  if (!token) return
  await asSystem('session.end', () => db.from('core_sessions').where('token_hash', hashOfSession(token)).delete())
}

/** Removes sessions that ended by time; the daily job `core.sessions.clean`. */
export async function removeExpiredSessions(): Promise<void> {
  await asSystem('session.clean', () => db.from('core_sessions').where('expires_at', '<', new Date()).delete())
}

/**
 * A member of the running company as a session of theirs would have them now, for work that they ordered for later. Null when
 * they left, were shut out, or their company was.
 */
export async function sessionOfMember(membershipId: number): Promise<Session | null> {
  const member = await db.from('core_memberships').where('id', membershipId).select('user_id').first()
  return member ? findPerson(member.user_id, membershipId) : null
}
