import type { HttpContext } from '@adonisjs/core/http'
import { FRAMED_COOKIE, SESSION_COOKIE, readCookie } from './cookies.js'

/** A session's secret and how it was sent. */
export interface SentToken {
  token: string
  /** `bearer`: in a header, which another site cannot make the browser send. `framed`: in the cookie of this frame. */
  by: 'cookie' | 'framed' | 'bearer'
}

const BEARER = /^Bearer ([\w-]{43})$/

/**
 * The secret of a request's session. In a frame on another site the ordinary cookie is not sent. A partitioned one is, where browsers
 * support it, and a header that the page holds in memory.
 */
export function sentToken(ctx: HttpContext): SentToken | null {
  const bearer = BEARER.exec(ctx.request.header('authorization') ?? '')?.[1]
  if (bearer) return { token: bearer, by: 'bearer' }
  const framed = readCookie(ctx, FRAMED_COOKIE)
  if (framed) return { token: framed, by: 'framed' }
  const token = readCookie(ctx, SESSION_COOKIE)
  return token ? { token, by: 'cookie' } : null
}

/** Sets the session cookie. It expires with the session, 12 hours after the sign-in. */
export function setSessionCookie(ctx: HttpContext, session: { token: string; expiresAt: Date }, framed = false): void {
  const maxAge = Math.max(0, Math.floor((session.expiresAt.getTime() - Date.now()) / 1000))
  const own = framed ? IN_FRAME : ({ sameSite: 'lax' } as const)
  ctx.response.plainCookie(framed ? FRAMED_COOKIE : SESSION_COOKIE, session.token, {
    encode: false,
    httpOnly: true,
    ...own,
    maxAge,
    path: '/',
  })
  // On a sibling domain (lms.school.example, leren.school.example) a frame's cookie is also sent outside the frame and before the ordinary
  // one. A person who signs in would continue as the person in the frame, so the frame's cookie is removed.
  if (!framed && readCookie(ctx, FRAMED_COOKIE)) clearFramedCookie(ctx)
}

/** Removes the cookie of this frame's session. */
export function clearFramedCookie(ctx: HttpContext): void {
  ctx.response.plainCookie(FRAMED_COOKIE, '', { ...IN_FRAME, encode: false, httpOnly: true, maxAge: 0, path: '/' })
}

/** Sent in a frame on another site, partitioned per site. */
export const IN_FRAME = { sameSite: 'none', secure: true, partitioned: true } as const

/** The hints for the page's guard (specification, section 4). After a sign-in with a password the page writes them itself. */
export function setLoginHints(ctx: HttpContext, expiresAt: Date, redirect: string): void {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
  const hint = { encode: false, httpOnly: false, sameSite: 'lax', path: '/' } as const
  ctx.response.plainCookie('redirect', redirect, { ...hint, maxAge })
  ctx.response.plainCookie('logged_in', '1', { ...hint, maxAge })
  ctx.response.plainCookie('logged_in_session', '1', hint)
}
