import { randomBytes } from 'node:crypto'
import logger from '@adonisjs/core/services/logger'
import { Recent } from '#core/kit/cache'
import { currentCompanyId } from '#core/kit/scope'
import { fetchOutside } from '#core/kit/federation'
import { objectOf } from './claims.js'
import { signAsCompany } from './own_keys.js'
import type { Platform } from './platforms.js'

/** A problem with a platform; the texts are in the messages: `lti.problems.<problem>`. */
export type ProblemCode =
  | 'unreachable'
  | 'answered'
  | 'token_refused'
  | 'no_token'
  | 'switched_off'
  | 'takes_no_grades'
  | 'no_line'
  | 'endless_list'
  | 'slow_list'
  | 'no_list'
  | 'list_elsewhere'
  | 'no_key_set'
  | 'no_usable_key'

/** A platform that did not fulfil a request: `status` is 0 without a response. */
export class PlatformProblem extends Error {
  /**
   * @param status of the response; with a successful one the content is wrong, permanently
   * @param detail for the administrator of the platform: that status
   */
  constructor(
    readonly status: number,
    code: ProblemCode,
    detail?: string | number,
  ) {
    super((detail === undefined ? code : `${code}: ${detail}`).slice(0, 300))
  }

  /** Whether a retry may succeed: the platform is down or busy, or no longer accepts our token. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 401 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const tokens = new Recent<string, { token: string; until: number }>(500)
const keyFor = (platform: Platform, scopes: readonly string[]) =>
  JSON.stringify([currentCompanyId(), platform.id, platform.tokenUrl, scopes])

/**
 * Fetches a resource of a platform. Why an address fails is only logged: shown to the person who entered it, it would reveal open ports of
 * a machine.
 * @throws PlatformProblem unreachable
 */
export async function fetchOfPlatform(url: string, request: Parameters<typeof fetchOutside>[1]): Promise<Response> {
  try {
    return await fetchOutside(url, { ...request, local: true })
  } catch (error) {
    logger.info({ err: error, host: new URL(url).host }, 'a learning system does not answer')
    throw new PlatformProblem(0, 'unreachable')
  }
}

/**
 * A token of the platform for these scopes, cached until a minute before it expires.
 * @param anew requests one despite the cache: only that proves that the platform accepts our signature
 * @throws PlatformProblem
 */
export async function accessToken(platform: Platform, scopes: readonly string[], { anew = false } = {}): Promise<string> {
  const key = keyFor(platform, scopes)
  const known = anew ? undefined : tokens.get(key)
  if (known && known.until > Date.now()) return known.token
  const { clientId } = platform
  const about = { iss: clientId, sub: clientId, aud: platform.audience ?? platform.tokenUrl, jti: randomBytes(16).toString('hex') }
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION,
    client_assertion: await signAsCompany(about, 300),
    scope: scopes.join(' '),
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const answer = await fetchOfPlatform(platform.tokenUrl, { method: 'POST', headers, body })
  if (!answer.ok) throw new PlatformProblem(answer.status, 'token_refused', answer.status)
  const given = objectOf(await contentOf(answer))
  if (typeof given.access_token !== 'string') throw new PlatformProblem(502, 'no_token')
  const seconds = Math.min(Number(given.expires_in) || 0, 3600) - 60
  if (seconds > 0) tokens.set(key, { token: given.access_token, until: Date.now() + seconds * 1000 })
  return given.access_token
}

/** The content of a response of any shape; null when it is not JSON. */
export const contentOf = (answer: Response): Promise<unknown> => answer.json().catch(() => null)

interface Call {
  scopes: readonly string[]
  method?: 'GET' | 'POST' | 'PUT'
  url: string
  accept?: string
  content?: { type: string; body: object }
}

/**
 * Calls a service of a platform. A rejected token is renewed once.
 * @throws PlatformProblem for every unsuccessful response
 */
export async function callPlatform(platform: Platform, call: Call): Promise<Response> {
  const attempt = async () => {
    const headers: Record<string, string> = { authorization: `Bearer ${await accessToken(platform, call.scopes)}` }
    if (call.accept) headers.accept = call.accept
    if (call.content) headers['content-type'] = call.content.type
    const body = call.content && JSON.stringify(call.content.body)
    return fetchOfPlatform(call.url, { method: call.method ?? 'GET', headers, body })
  }
  let answer = await attempt()
  if (answer.status === 401) {
    tokens.delete(keyFor(platform, call.scopes))
    answer = await attempt()
  }
  if (!answer.ok) throw new PlatformProblem(answer.status, 'answered', answer.status)
  return answer
}
