import type { HttpContext } from '@adonisjs/core/http'
import { AppError } from '#core/contract/errors'
import { limitCalls, readRawBody } from '#core/kit/calls'
import { currentCompanyId, inCompanyOfToken } from '#core/kit/scope'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { directorySettings, domainsOf } from '../../settings.js'
import { ScimError, errorBody } from './errors.js'
import { MAX_RESULTS } from './schemas.js'
import { SCIM, recordUse, tokenHash } from './token.js'
import { attribute } from './user.js'

const MAX_BYTES = 256 * 1024
const CALLS = { requests: 6000, duration: '10 mins' }
const WRONG = { requests: 100, duration: '10 mins' }
/** The name of the scheme is case-insensitive (RFC 9110, section 11.1). */
const TOKEN = /^Bearer +(scim_[\w-]{43})$/i
type Json = Record<string, unknown>

export interface ListQuery {
  filter: string | undefined
  /** From 1. */
  start: number
  count: number
}

/**
 * The parameters of a list request, in its address or, at `.search`, in a body (RFC 7644, section 3.4.3). @throws ScimError invalidFilter
 */
export function listQuery({ filter, startIndex, count }: Json): ListQuery {
  if (filter !== undefined && typeof filter !== 'string') throw new ScimError(400, 'A filter is text.', 'invalidFilter')
  // A value below the minimum counts as the minimum (RFC 7644, section 3.4.2.4).
  return {
    filter: filter || undefined,
    start: Math.max(1, whole(startIndex, 1)),
    count: Math.min(MAX_RESULTS, Math.max(0, whole(count, 100))),
  }
}

/** Digits; an invalid or too long value gives the default. */
const whole = (value: unknown, otherwise: number): number => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise
}

/** @throws ScimError 413; 400 invalidSyntax */
export async function readBody({ request }: HttpContext): Promise<Json> {
  const body = await readRawBody(request.request, MAX_BYTES).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 413 ? new ScimError(413, 'The body is too large.') : error
  })
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    throw new ScimError(400, 'The body is no JSON.', 'invalidSyntax')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ScimError(400, 'The body is no JSON object.', 'invalidSyntax')
  attribute(parsed as Json, 'schemas')
  return parsed as Json
}

/** Runs in the company of the bearer token and answers in SCIM's format. */
export async function answer(ctx: HttpContext, work: (base: string) => Promise<object | null>): Promise<void> {
  try {
    const token = TOKEN.exec(ctx.request.header('authorization') ?? '')?.[1]
    if (!token) throw unauthorized(ctx)
    const result = await inCompanyOfToken({ plugin: 'directory', table: 'directory_tokens', token: tokenHash(token) }, async () => {
      await limitCalls('directory.scim', { id: currentCompanyId() }, CALLS)
      // Without domains set by an admin of the platform a directory has no effect (decision 0114).
      if (!domainsOf((await settingsOf(directorySettings)).domains).length) throw new ScimError(403, 'The company has no e-mail domains.')
      await recordUse()
      return { found: await work(await platformUrl(SCIM)) }
    }).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.status !== 404) throw error
      await limitCalls('directory.scim_token', { ip: ctx.request.ip() }, WRONG)
      throw unauthorized(ctx)
    })
    if (result.found === null && ctx.response.getStatus() !== 204) throw new ScimError(404, 'There is nothing at that address.')
    send(ctx, result.found)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const wait = error instanceof AppError && error.details?.retry_after
    if (typeof wait === 'number') ctx.response.header('Retry-After', String(wait))
    ctx.response.status(refusal.status)
    send(ctx, errorBody(refusal))
  }
}

/** A browser's session never authenticates a directory. */
function unauthorized(ctx: HttpContext): ScimError {
  if (ctx.session) return new ScimError(403, 'A session is no token of a directory.')
  ctx.response.header('WWW-Authenticate', 'Bearer realm="SCIM"')
  return new ScimError(401, 'A token of the company is required.')
}

function refusalOf(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error
  if (!(error instanceof AppError)) return null
  return new ScimError(error.status, error.status === 429 ? 'Too many requests: wait a few minutes.' : error.code)
}

function send(ctx: HttpContext, content: object | null): void {
  if (content === null) return void ctx.response.send(null)
  ctx.response.header('Content-Type', 'application/scim+json; charset=utf-8')
  ctx.response.send(JSON.stringify(content))
}
