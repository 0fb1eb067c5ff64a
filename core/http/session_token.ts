import type { HttpContext } from '@adonisjs/core/http'
import { FRAMED_COOKIE, SESSION_COOKIE, readCookie } from './cookies.js'

/** A session's secret and how the request brought it. */
export interface CarriedToken {
  token: string
  /** `bearer`: in a header that no other site can make the browser send; `framed`: a cookie of this frame alone. */
  by: 'cookie' | 'framed' | 'bearer'
}

const BEARER = /^Bearer ([\w-]{43})$/

/**
 * The secret of the session that a request belongs to. In a frame on another
 * site the ordinary cookie does not come along; a partitioned one does, where
 * the browser keeps those, and a header that the page itself holds in memory.
 */
export function carriedToken(ctx: HttpContext): CarriedToken | null {
  const bearer = BEARER.exec(ctx.request.header('authorization') ?? '')?.[1]
  if (bearer) return { token: bearer, by: 'bearer' }
  const framed = readCookie(ctx, FRAMED_COOKIE)
  if (framed) return { token: framed, by: 'framed' }
  const token = readCookie(ctx, SESSION_COOKIE)
  return token ? { token, by: 'cookie' } : null
}

/** Gives the browser the cookie of a session. It goes when the session does: 12 hours after the sign-in, whatever happens in between. */
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
  // On a site that is our neighbour's (lms.school.example, leren.school.example) a frame's cookie comes along outside of it
  // too, and before the ordinary one: whoever signed in would go on as the person in the frame.
  if (!framed && readCookie(ctx, FRAMED_COOKIE)) forgetFramedCookie(ctx)
}

/** Takes the cookie of a frame's session away, of this frame alone. */
export function forgetFramedCookie(ctx: HttpContext): void {
  ctx.response.plainCookie(FRAMED_COOKIE, '', { ...IN_FRAME, encode: false, httpOnly: true, maxAge: 0, path: '/' })
}

/** Sent in a frame on another site, kept apart for each site that frames us. */
export const IN_FRAME = { sameSite: 'none', secure: true, partitioned: true } as const

/** The hints that the page's guard heeds (specification, section 4); after a sign-in with a password the page writes them itself. */
export function setLoginHints(ctx: HttpContext, expiresAt: Date, redirect: string): void {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
  const hint = { encode: false, httpOnly: false, sameSite: 'lax', path: '/' } as const
  ctx.response.plainCookie('redirect', redirect, { ...hint, maxAge })
  ctx.response.plainCookie('logged_in', '1', { ...hint, maxAge })
  ctx.response.plainCookie('logged_in_session', '1', hint)
}
