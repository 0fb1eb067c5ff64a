import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '../config/settings.js'
import { forbidden } from '../contract/errors.js'
import { CSRF_COOKIE, readCookie } from './cookies.js'

const { appKey } = await settings()
const sign = (cookie: string) => createHmac('sha256', appKey).update(`csrf:${cookie}`).digest('base64url')

/**
 * The token for the header X-CSRF-Token: a signature over a cookie that only
 * this browser has. Nothing is stored, all tabs share it (specification, section 4).
 */
export function csrfToken(ctx: HttpContext): string {
  let cookie = readCookie(ctx, CSRF_COOKIE)
  if (!cookie || cookie.length > 64) {
    cookie = randomBytes(18).toString('base64url')
    ctx.response.plainCookie(CSRF_COOKIE, cookie, { encode: false, httpOnly: true, sameSite: 'lax', maxAge: '7d', path: '/' })
  }
  return sign(cookie)
}

/** @throws AppError 403 csrf_failed when the request does not prove that it comes from our page */
export function assertCsrf(ctx: HttpContext): void {
  const cookie = readCookie(ctx, CSRF_COOKIE)
  const given = Buffer.from(ctx.request.header('x-csrf-token') ?? '')
  const wanted = Buffer.from(cookie ? sign(cookie) : '')
  if (!cookie || given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw forbidden('csrf_failed')
}
