import type { HttpContext } from '@adonisjs/core/http'
import { readCookie } from '../http/cookies.js'

/** The secret of this browser's registration: httpOnly, stored nowhere else, and looked up by its hash. */
const COOKIE = 'registration'

/** A malformed value counts as absent. */
export function registrationOf(ctx: HttpContext): string | undefined {
  const value = readCookie(ctx, COOKIE)
  return value && /^[\w-]{43}$/.test(value) ? value : undefined
}

export function storeRegistration(ctx: HttpContext, token: string): void {
  ctx.response.plainCookie(COOKIE, token, { encode: false, httpOnly: true, sameSite: 'lax', maxAge: '1d', path: '/' })
}

export function clearRegistration(ctx: HttpContext): void {
  ctx.response.clearCookie(COOKIE, { path: '/' })
}
