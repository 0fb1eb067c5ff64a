import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { openSealed, readCookie, sealFor } from '#core/kit/vouched'
import { LaunchRefused } from './refusal.js'

const PURPOSE = 'lti.login'
const SECONDS = 10 * 60
/** A sealed state is some 500 characters. */
const MAX_STATE = 2000

/** What a launch has to come back with; sealed, so nothing is kept for somebody who never comes back. */
export interface LoginState {
  issuer: string
  clientId: string
  nonce: string
  target: string
  /** Of what only this browser has. */
  browser: string
  /** Where the platform keeps something for us (LTI postMessage storage); null: it offers no such place. */
  storage: string | null
}

const secret = () => randomBytes(32).toString('base64url')
const digest = (value: string) => createHash('sha256').update(value).digest('base64url')
/** A cookie of each login: several frames of one page may begin at once. */
export const cookieName = (nonce: string) => `lti_${nonce.slice(0, 16)}`

/** Begins: a state to send along, a nonce, and the secret that stays in the browser. */
export function beginState(login: Omit<LoginState, 'nonce' | 'browser'>): { state: string; nonce: string; browser: string } {
  const [nonce, browser] = [secret(), secret()]
  return { state: sealFor(PURPOSE, { ...login, nonce, browser: digest(browser) }, SECONDS), nonce, browser }
}

/** Sent in a frame on another site, kept apart for each site that frames us: also where cookies of third parties are blocked. */
export function keepBrowserSecret(ctx: HttpContext, nonce: string, browser: string): void {
  const frame = { sameSite: 'none', secure: true, partitioned: true } as const
  ctx.response.plainCookie(cookieName(nonce), browser, { encode: false, httpOnly: true, ...frame, maxAge: SECONDS, path: '/lti' })
}

/** @throws LaunchRefused state_missing, state_invalid (not ours, changed, over) */
export function openState(given: unknown): LoginState {
  if (given === undefined || given === '') throw new LaunchRefused('state_missing')
  if (typeof given !== 'string' || given.length > MAX_STATE) throw new LaunchRefused('state_invalid')
  const state = openSealed<LoginState>(PURPOSE, given)
  if (!state) throw new LaunchRefused('state_invalid')
  return state
}

/**
 * Whether the browser that came back is the one that began.
 * @param proof what our page read in the platform's storage, where the browser keeps no cookie in a frame. Counted from our own page
 * alone: whoever began a login knows its secret, and could bring it here in somebody else's browser.
 * @param home our own origin
 */
export function isSameBrowser(ctx: HttpContext, state: LoginState, proof: unknown, home: string): boolean {
  const isOwnPage = state.storage !== null && ctx.request.header('origin') === home
  const shown = readCookie(ctx, cookieName(state.nonce)) ?? (isOwnPage ? proof : undefined)
  if (typeof shown !== 'string' || shown.length > 100) return false
  return timingSafeEqual(Buffer.from(digest(shown)), Buffer.from(state.browser))
}

export const forgetBrowserSecret = (ctx: HttpContext, { nonce }: LoginState) =>
  ctx.response.plainCookie(cookieName(nonce), '', {
    encode: false,
    httpOnly: true,
    sameSite: 'none',
    secure: true,
    partitioned: true,
    maxAge: 0,
    path: '/lti',
  })
