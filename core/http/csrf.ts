import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { forbidden } from '../contract/errors.js'
import { CSRF_COOKIE, FRAMED_CSRF_COOKIE, readCookie } from './cookies.js'
import { opaqueName } from './opaque.js'
import { IN_FRAME, sentToken } from './session_token.js'

const sign = (ctx: HttpContext, cookie: string) => opaqueName('core.csrf', cookie, sentToken(ctx)?.token ?? '')
const isFramed = (ctx: HttpContext) => sentToken(ctx)?.by === 'framed'
const cookieName = (ctx: HttpContext) => (isFramed(ctx) ? FRAMED_CSRF_COOKIE : CSRF_COOKIE)

/**
 * The token for the header X-CSRF-Token: a signature over a cookie of this browser and its session. Nothing is stored, and all tabs share
 * it (specification, section 4). Signing in or out changes it; a page with the old one fetches the new one and retries.
 */
export function csrfToken(ctx: HttpContext): string {
  let cookie = readCookie(ctx, cookieName(ctx))
  if (!cookie || cookie.length > 64) {
    cookie = randomBytes(18).toString('base64url')
    const own = isFramed(ctx) ? IN_FRAME : ({ sameSite: 'lax' } as const)
    ctx.response.plainCookie(cookieName(ctx), cookie, { encode: false, httpOnly: true, ...own, maxAge: '7d', path: '/' })
  }
  return sign(ctx, cookie)
}

/** @throws AppError 403 csrf_failed when the request does not prove that it comes from our page */
export function assertCsrf(ctx: HttpContext): void {
  // Another site cannot make a browser send this header.
  if (sentToken(ctx)?.by === 'bearer') return
  const cookie = readCookie(ctx, cookieName(ctx))
  const given = Buffer.from(ctx.request.header('x-csrf-token') ?? '')
  const wanted = Buffer.from(cookie ? sign(ctx, cookie) : '')
  if (!cookie || given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw forbidden('csrf_failed')
}
