import { randomBytes } from 'node:crypto'
import { settings } from '../config/settings.js'
import { packagesSource } from './packages_origin.js'

const { viteUrl, appUrl, videoHosts } = await settings()

/** Headers of every answer. A page replaces the Content-Security-Policy by one of its own with a nonce. */
export const securityHeaders: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ...(appUrl.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=15552000'] as const] : []),
  // What a person sees is theirs: nothing between us keeps it, unless a route says so.
  ['Cache-Control', 'private, no-store'],
]

/** Where the tag manager's script comes from and reports to. */
const TAG_MANAGER = ' https://www.googletagmanager.com'

/**
 * A fresh nonce and the policy that carries it, for one HTML page.
 * @param framedBy the origins that may show the page in a frame; by itself none may
 * @param measured the person agreed to the tag manager: its origin is let in, here and nowhere else
 */
export function pagePolicy(measured = false, framedBy: readonly string[] | null = null): { nonce: string; policy: string } {
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
    `media-src 'self' blob:${videoHosts.map((host) => ` https://${host}`).join('')}`,
    `frame-src 'self'${packagesSource ? ` ${packagesSource}` : ''}`,
    // What reads the languages' data beside the page (core/pages/start_script.ts).
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${framedBy?.length ? framedBy.join(' ') : "'none'"}`,
  ].join('; ')
  return { nonce, policy }
}
