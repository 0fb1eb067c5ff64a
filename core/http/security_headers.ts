import { randomBytes } from 'node:crypto'
import { settings } from '../config/settings.js'
import { packagesSource } from './packages_origin.js'

const { viteUrl, appUrl, videoHosts } = await settings()

/** Headers of every answer. A page replaces the Content-Security-Policy by its own one with a nonce. */
export const securityHeaders: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ...(appUrl.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=15552000'] as const] : []),
  // Answers are private by default: no cache in between, unless a route says so.
  ['Cache-Control', 'private, no-store'],
]

/** The origins of the tag manager. */
const TAG_MANAGER = ' https://www.googletagmanager.com'

/**
 * A fresh nonce and its policy, for one HTML page.
 * @param framedBy origins that may frame the page; none by default
 * @param measured the person agreed to the tag manager, so its origin is allowed on this page
 */
export function pagePolicy(measured = false, framedBy: readonly string[] | null = null): { nonce: string; policy: string } {
  const nonce = randomBytes(16).toString('base64')
  const dev = viteUrl ? ` ${viteUrl}` : ''
  const devSocket = viteUrl ? ` ${viteUrl} ${viteUrl.replace(/^http/, 'ws')}` : ''
  const tags = measured ? TAG_MANAGER : ''
  const policy = [
    `default-src 'none'`,
    // In development Vite injects scripts and styles without a nonce.
    `script-src 'self' 'nonce-${nonce}'${dev}${tags}`,
    viteUrl ? `style-src 'self' 'unsafe-inline'${dev}` : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${tags}`,
    `font-src 'self'${dev}`,
    `connect-src 'self'${devSocket}${tags}`,
    `media-src 'self' blob:${videoHosts.map((host) => ` https://${host}`).join('')}`,
    `frame-src 'self'${packagesSource ? ` ${packagesSource}` : ''}`,
    // The worker that loads language data beside the page (core/pages/start_script.ts).
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${framedBy?.length ? framedBy.join(' ') : "'none'"}`,
  ].join('; ')
  return { nonce, policy }
}
