import type { HttpContext } from '@adonisjs/core/http'
import { AppError } from '#core/contract/errors'
import { currentCompanyId, inCompanyOfToken } from '#core/kit/scope'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { limitCalls } from '#core/kit/calls'
import { directorySettings, domainsOf } from '../../settings.js'
import { ScimError, errorBody } from '../scim/errors.js'
import { readFilter } from '../scim/filter.js'
import { readPatch } from '../scim/patch.js'
import { MOST_RESULTS, described, listOf } from '../scim/schemas.js'
import { SCIM, noteUse, tokenHash } from '../scim/token.js'
import { attribute, readUser, toResource } from '../scim/user.js'
import { changeUser, createUser, findUser, listUsers } from '../scim/users.js'

const MAX_BYTES = 256 * 1024
const CALLS = { requests: 6000, duration: '10 mins' }
const WRONG = { requests: 100, duration: '10 mins' }
const TOKEN = /^Bearer (scim_[\w-]{43})$/
type Json = Record<string, unknown>

/** People in and out from a company's directory: SCIM 2.0 (RFC 7643, 7644). The token's company is all there is. */
export default class ScimController {
  config = (ctx: HttpContext) => answer(ctx, async (base) => described(base, 'ServiceProviderConfig'))
  types = (ctx: HttpContext) => answer(ctx, async (base) => described(base, 'ResourceTypes', ctx.params.id as string | undefined))
  schemas = (ctx: HttpContext) => answer(ctx, async (base) => described(base, 'Schemas', ctx.params.id as string | undefined))

  index = (ctx: HttpContext) =>
    answer(ctx, async (base) => {
      const { filter, startIndex, count } = ctx.request.qs() as Json
      if (filter !== undefined && typeof filter !== 'string') throw new ScimError(400, 'A filter is text.', 'invalidFilter')
      // What is less than it may be counts as the least (RFC 7644, section 3.4.2.4).
      const start = Math.max(1, whole(startIndex, 1))
      const most = Math.min(MOST_RESULTS, Math.max(0, whole(count, 100)))
      const { total, rows } = await listUsers(filter ? readFilter(filter) : null, start - 1, most)
      return listOf(
        rows.map((row) => toResource(row, base)),
        total,
        start,
      )
    })

  show = (ctx: HttpContext) => answer(ctx, async (base) => toResource(await findUser(String(ctx.params.id)), base))

  create = (ctx: HttpContext) =>
    answer(ctx, async (base) => {
      const made = toResource(await createUser(readUser(await body(ctx))), base)
      ctx.response.status(201).header('Location', made.meta.location)
      return made
    })

  replace = (ctx: HttpContext) =>
    answer(ctx, async (base) => {
      const { language: _own, ...input } = readUser(await body(ctx))
      return toResource(await changeUser(String(ctx.params.id), input), base)
    })

  patch = (ctx: HttpContext) =>
    answer(ctx, async (base) => toResource(await changeUser(String(ctx.params.id), readPatch(await body(ctx))), base))

  /** Shuts the door; who was here and what they learned stays (RFC 7644, section 3.6, lets a service keep it). */
  destroy = (ctx: HttpContext) =>
    answer(ctx, async () => {
      await changeUser(String(ctx.params.id), { active: false })
      ctx.response.status(204)
      return null
    })
}

/** Digits; what is none, or too many, is the default. */
const whole = (value: unknown, otherwise: number): number =>
  typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : otherwise

/** @throws ScimError 413; 400 invalidSyntax */
async function body({ request }: HttpContext): Promise<Json> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new ScimError(413, 'The body is too large.')
    chunks.push(chunk)
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new ScimError(400, 'The body is no JSON.', 'invalidSyntax')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ScimError(400, 'The body is no JSON object.', 'invalidSyntax')
  attribute(parsed as Json, 'schemas')
  return parsed as Json
}

/** Runs in the company of the bearer token, and says everything in SCIM's own words. */
async function answer(ctx: HttpContext, work: (base: string) => Promise<object | null>): Promise<void> {
  try {
    const token = TOKEN.exec(ctx.request.header('authorization') ?? '')?.[1]
    if (!token) throw unauthorized(ctx)
    const result = await inCompanyOfToken({ plugin: 'directory', table: 'directory_tokens', token: tokenHash(token) }, async () => {
      await limitCalls('directory.scim', { id: currentCompanyId() }, CALLS)
      // Without the domains that an admin of the platform gave nothing of a directory counts (decision 0114).
      if (!domainsOf((await settingsOf(directorySettings)).domains).length) throw new ScimError(403, 'The company has no e-mail domains.')
      await noteUse()
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
    ctx.response.status(refusal.status)
    send(ctx, errorBody(refusal))
  }
}

/** A browser's session is no directory, whoever it is of. */
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
