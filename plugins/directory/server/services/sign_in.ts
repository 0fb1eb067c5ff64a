import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import * as client from 'openid-client'
import { currentCompanyId } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { claimsOf, type Claimed } from './claims.js'
import { discovered } from './discovery.js'
import { SignInProblem } from './problem.js'
import { CALLBACK, openProvider } from './provider.js'

/** For a person whose password and second factor are checked first. */
const SECONDS = 15 * 60

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
// The values of one sign-in are derived from the browser's secret: the table alone cannot complete one.
const derived = (secret: string, what: string) => createHmac('sha256', secret).update(what).digest('base64url')

/**
 * Starts a sign-in at the current company's provider.
 * @returns the redirect address, and the secret that the browser stores meanwhile
 * @throws SignInProblem closed, provider
 */
export async function beginSignIn(): Promise<{ url: string; secret: string; seconds: number }> {
  const provider = await openProvider()
  if (!provider) throw new SignInProblem('closed')
  const config = await reach(() => discovered(currentCompanyId(), provider.version, provider.access))
  const [secret, token] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  await db.rawQuery(
    `with over as (delete from directory_sign_ins where company_id = ? and expires_at < now())
     insert into directory_sign_ins (company_id, token, browser_hash, expires_at) values (?, ?, ?, ?)`,
    [currentCompanyId(), currentCompanyId(), token, hashOf(secret), new Date(Date.now() + SECONDS * 1000)] as never,
  )
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: await platformUrl(CALLBACK),
    scope: 'openid email profile',
    state: token,
    nonce: derived(secret, 'nonce'),
    code_challenge: await client.calculatePKCECodeChallenge(derived(secret, 'verifier')),
    code_challenge_method: 'S256',
  })
  return { url: url.href, secret, seconds: SECONDS }
}

/**
 * The provider's claims, once, for the browser that started. Runs in the company of the sign-in.
 * @param query as the provider sent the browser back
 * @throws SignInProblem expired (unknown, used, expired, or another browser's), denied, provider, closed; as `claimsOf`
 */
export async function finishSignIn(state: string, secret: string | undefined, query: string): Promise<Claimed> {
  // Deleted by the first request with it, also when a later step fails.
  const { rows } = await db.rawQuery<{ rows: { browser_hash: Buffer; expires_at: Date }[] }>(
    'delete from directory_sign_ins where company_id = ? and token = ? returning browser_hash, expires_at',
    [currentCompanyId(), state],
  )
  const [begun] = rows
  if (!begun || !secret || begun.expires_at < new Date() || !timingSafeEqual(begun.browser_hash, hashOf(secret))) {
    throw new SignInProblem('expired')
  }
  const provider = await openProvider()
  if (!provider) throw new SignInProblem('closed')
  const config = await reach(() => discovered(currentCompanyId(), provider.version, provider.access))
  const current = new URL(`${await platformUrl(CALLBACK)}${query}`)
  return reach(async () => {
    const tokens = await client.authorizationCodeGrant(config, current, {
      expectedState: state,
      expectedNonce: derived(secret, 'nonce'),
      pkceCodeVerifier: derived(secret, 'verifier'),
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    const hasEmail = typeof claims.email === 'string'
    const info =
      hasEmail || !config.serverMetadata().userinfo_endpoint ? {} : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
    return claimsOf({ ...info, ...claims }, provider)
  })
}

/** @throws SignInProblem denied when the person refused at the provider; provider for any other error */
async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInProblem) throw error
    throw new SignInProblem(error instanceof client.AuthorizationResponseError && error.error === 'access_denied' ? 'denied' : 'provider')
  }
}
