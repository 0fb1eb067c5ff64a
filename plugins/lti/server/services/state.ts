import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { openSealed, readCookie, sealFor } from '#core/kit/federation'
import { LaunchRefused } from './refusal.js'

const PURPOSE = 'lti.login'
const SECONDS = 10 * 60
/** A sealed state is about 500 characters. */
const MAX_STATE = 2000

/** The data with which a launch has to return. It is sealed, so nothing is stored for logins that never return. */
export interface LoginState {
  issuer: string
  clientId: string
  nonce: string
  target: string
  /** The hash of the secret that only this browser has. */
  browser: string
  /** The storage of the platform for our values (LTI postMessage storage); null if it has none. */
  storage: string | null
}

const secret = () => randomBytes(32).toString('base64url')
const digest = (value: string) => createHash('sha256').update(value).digest('base64url')
/** One cookie per login: several frames of one page may start at once. */
export const cookieName = (nonce: string) => `lti_${nonce.slice(0, 16)}`

/** Starts a login: a state to send, a nonce, and the secret that stays in the browser. */
export function beginState(login: Omit<LoginState, 'nonce' | 'browser'>): { state: string; nonce: string; browser: string } {
  const [nonce, browser] = [secret(), secret()]
  return { state: sealFor(PURPOSE, { ...login, nonce, browser: digest(browser) }, SECONDS), nonce, browser }
}

/** Sent in a frame on another site and partitioned by the framing site: works where third-party cookies are blocked. */
export function storeBrowserSecret(ctx: HttpContext, nonce: string, browser: string): void {
  const frame = { sameSite: 'none', secure: true, partitioned: true } as const
  ctx.response.plainCookie(cookieName(nonce), browser, { encode: false, httpOnly: true, ...frame, maxAge: SECONDS, path: '/lti' })
}

/** @throws LaunchRefused state_missing, state_invalid (not ours, changed, expired) */
export function openState(given: unknown): LoginState {
  if (given === undefined || given === '') throw new LaunchRefused('state_missing')
  if (typeof given !== 'string' || given.length > MAX_STATE) throw new LaunchRefused('state_invalid')
  const state = openSealed<LoginState>(PURPOSE, given)
  if (!state) throw new LaunchRefused('state_invalid')
  return state
}

/**
 * Whether the returning browser is the one that started.
 * @param proof value that our page read from the platform's storage, when the browser stores no cookie in a frame. Accepted from our own
 * page only: the person who started a login knows its secret and could post it from another person's browser.
 * @param home our own origin
 */
export function isSameBrowser(ctx: HttpContext, state: LoginState, proof: unknown, home: string): boolean {
  const isOwnPage = state.storage !== null && ctx.request.header('origin') === home
  const shown = readCookie(ctx, cookieName(state.nonce)) ?? (isOwnPage ? proof : undefined)
  if (typeof shown !== 'string' || shown.length > 100) return false
  return timingSafeEqual(Buffer.from(digest(shown)), Buffer.from(state.browser))
}

export const clearBrowserSecret = (ctx: HttpContext, { nonce }: LoginState) =>
  ctx.response.plainCookie(cookieName(nonce), '', {
    encode: false,
    httpOnly: true,
    sameSite: 'none',
    secure: true,
    partitioned: true,
    maxAge: 0,
    path: '/lti',
  })
