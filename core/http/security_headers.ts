import { randomBytes } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { settings } from '../config/settings.js'

const { viteUrl, appUrl } = await settings()

/** Headers of every answer. The page adds its own Content-Security-Policy with a nonce. */
export default class SecurityHeadersMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const { response } = ctx
    response.header('X-Content-Type-Options', 'nosniff')
    response.header('Referrer-Policy', 'strict-origin-when-cross-origin')
    response.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    response.header('Cross-Origin-Opener-Policy', 'same-origin')
    if (appUrl.startsWith('https:')) response.header('Strict-Transport-Security', 'max-age=15552000')
    // What a person sees is theirs: nothing between us keeps it, unless a route says so.
    response.header('Cache-Control', 'private, no-store')
    return next()
  }
}

/** Where the tag manager's script comes from and reports to. */
const TAG_MANAGER = ' https://www.googletagmanager.com'

/**
 * A fresh nonce and the policy that carries it, for one HTML page.
 * @param measured the person agreed to the tag manager: its origin is let in, here and nowhere else
 */
export function pagePolicy(measured = false): { nonce: string; policy: string } {
  const nonce = randomBytes(16).toString('base64')
  const dev = viteUrl ? ` ${viteUrl}` : ''
  const devSocket = viteUrl ? ` ${viteUrl} ${viteUrl.replace(/^http/, 'ws')}` : ''
  const tags = measured ? TAG_MANAGER : ''
  const policy = [
    `default-src 'none'`,
    // In development Vite injects its own scripts and styles, which know no nonce.
    `script-src 'self' 'nonce-${nonce}'${dev}${tags}`,
    viteUrl ? `style-src 'self' 'unsafe-inline'${dev}` : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${tags}`,
    `font-src 'self'${dev}`,
    `connect-src 'self'${devSocket}${tags}`,
    `media-src 'self' blob:`,
    `frame-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
  return { nonce, policy }
}
