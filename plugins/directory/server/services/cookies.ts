import type { HttpContext } from '@adonisjs/core/http'
import { openSealed, readCookie, sealFor } from '#core/kit/federation'
import type { Claimed } from './claims.js'

const SECRET = 'directory_sign_in'
const PENDING = 'directory_confirm'
const PENDING_SECONDS = 10 * 60

// Lax: the provider redirects the browser back from another site.
const own = { encode: false, httpOnly: true, sameSite: 'lax', path: '/' } as const

export const storeSecret = (ctx: HttpContext, secret: string, seconds: number) =>
  ctx.response.plainCookie(SECRET, secret, { ...own, maxAge: seconds })
export const browserSecret = (ctx: HttpContext): string | undefined => readCookie(ctx, SECRET)
export const clearSecret = (ctx: HttpContext) => ctx.response.clearCookie(SECRET, { path: '/' })

/** The provider's claims about a person who has to confirm with their password; sealed, because the browser only stores them. */
export interface Pending {
  company: string
  userId: number
  claimed: Claimed
}
export const storePending = (ctx: HttpContext, pending: Pending) =>
  ctx.response.plainCookie(PENDING, sealFor(PENDING, pending, PENDING_SECONDS), { ...own, maxAge: PENDING_SECONDS })
export function pendingOf(ctx: HttpContext): Pending | null {
  const sealed = readCookie(ctx, PENDING)
  return sealed ? openSealed<Pending>(PENDING, sealed) : null
}
export const clearPending = (ctx: HttpContext) => ctx.response.clearCookie(PENDING, { path: '/' })
