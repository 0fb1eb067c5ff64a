import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '../contract/errors.js'
import { setLoginHints, setSessionCookie } from '../http/session_token.js'
import { sendPage } from '../pages/page.js'
import { PLATFORM, asSystem, currentCompanyId } from '../tenancy/scope.js'
import { stepOf } from './second_step.js'
import { isOrigin } from './origin.js'
import { mayUsePassword } from './ways_in.js'
import { type OpenedSession, createSession, findSession } from './session_store.js'

export interface Entry {
  membershipId: number
  /** How the person signed in, `<plugin>.<way>`. Stored with the session. */
  via: string
  /**
   * The origins that may frame our pages. Such a session works only in that frame: its cookie is partitioned, and no other origin may frame
   * it.
   */
  framedBy?: readonly string[]
  /** The link only proves that somebody reads a mailbox. A person who has, or must have, a second factor has to sign in. */
  byMail?: boolean
}

/** @throws AppError 404 when there is no such active membership in an active company */
async function memberOf(
  membershipId: number,
): Promise<{ user_id: number; company_id: number } & Parameters<typeof stepOf>[0] & Parameters<typeof mayUsePassword>[0]> {
  const row = await asSystem('entry.membership', () =>
    db
      .from('core_memberships as m')
      .join('core_companies as c', 'c.id', 'm.company_id')
      .where({ 'm.id': membershipId, 'm.status': 'active', 'c.status': 'active' })
      .join('core_users as u', 'u.id', 'm.user_id')
      .select('m.user_id', 'm.company_id', 'm.role', 'c.second_factor', 'c.password_sign_in', 'u.second_factor_at')
      .first(),
  )
  if (!row) throw notFound()
  return row
}

/** @throws Error for a value that is not an origin: it goes into a header */
function checkOrigins(origins: readonly string[]): readonly string[] {
  for (const origin of origins) {
    if (!isOrigin(origin)) throw new Error(`"${origin}" is no origin such as https://lms.example.`)
  }
  return origins
}

/**
 * Opens a 12-hour session for a membership without a password, and sets the cookie. The caller has already established
 * who the person is, for example by a launch or a signed link.
 * @throws AppError 404 when there is no such active membership in an active company; 409 second_factor_needed, password_not_used
 */
export async function openSession(ctx: HttpContext, entry: Entry): Promise<OpenedSession> {
  const { user_id, company_id, ...person } = await memberOf(entry.membershipId)
  // A mail is one factor. A person who has, or must have, another one has to sign in.
  if (entry.byMail && stepOf(person)) throw conflict('second_factor_needed')
  if (entry.byMail && !mayUsePassword(person)) throw conflict('password_not_used')
  return openSessionOf(ctx, entry, { userId: user_id, companyId: company_id })
}

/** Opens a session without checking the person; the caller has done that. @throws AppError 404 when the person was erased meanwhile */
export async function openSessionOf(
  ctx: HttpContext,
  { membershipId, via, framedBy }: Omit<Entry, 'byMail'>,
  { userId, companyId }: { userId: number; companyId: number },
): Promise<OpenedSession> {
  const origins = framedBy ? checkOrigins(framedBy) : null
  const session = await createSession({
    userId,
    companyId,
    membershipId,
    userAgent: ctx.request.header('user-agent') ?? null,
    address: ctx.request.ip(),
    via,
    framedBy: origins,
  }).catch((error: { code?: string }) => {
    // The membership was erased a moment ago (foreign_key_violation).
    throw error.code === '23503' ? notFound() : error
  })
  setSessionCookie(ctx, session, Boolean(framedBy))
  return session
}

/**
 * Signs a person in and shows them a page: as a redirect, or in a frame as the page itself. In a frame the page holds the session's secret
 * in memory, because many browsers keep no cookie there.
 * @param to path on this site, such as `/deelnemer/trainingen`
 * @throws AppError 404 as openSession
 */
export async function enter(ctx: HttpContext, entry: Entry, to: string): Promise<void> {
  await showEntered(ctx, entry, await openSession(ctx, entry), to)
}

/** The page for a person whose session was opened by this same request. @throws AppError 404 for a person who was deactivated meanwhile */
export async function showEntered(ctx: HttpContext, entry: Pick<Entry, 'framedBy'>, opened: OpenedSession, to: string): Promise<void> {
  ctx.response.header('Referrer-Policy', 'no-referrer')
  if (!entry.framedBy) {
    setLoginHints(ctx, opened.expiresAt, to)
    return ctx.response.redirect().status(303).toPath(to)
  }
  const session = await findSession({ token: opened.token, by: 'bearer' }, true)
  if (!session) throw notFound()
  await sendPage(ctx, { entered: { session, token: opened.token, path: to } })
}

/**
 * Shows a page of the running company to somebody who could not be signed in, in the frame or window they came from.
 * @param page its name and path, with its message in the query
 * @param framedBy origins of the framing page; null in a window
 */
export async function showOnSignInPage(
  ctx: HttpContext,
  { name, path }: { name: string; path: string },
  framedBy: readonly string[] | null,
): Promise<void> {
  ctx.response.header('Referrer-Policy', 'no-referrer')
  if (!framedBy) return ctx.response.redirect().status(303).toPath(path)
  const companyId = currentCompanyId()
  await sendPage(ctx, { name, path, framedBy: checkOrigins(framedBy), companyId: companyId === PLATFORM ? null : companyId })
}
