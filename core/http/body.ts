import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import bodyParserConfig from '../config/bodyparser.js'
import { AppError } from '../contract/errors.js'
import type { RouteDefinition } from '../contract/plugin.js'
import { isTooDeep } from './body_depth.js'
import { readMultipart } from './upload.js'

/** The limit of a form without files (core/config/bodyparser.ts). */
const FORM_BYTES = 256 * 1024

const parser = new BodyParserMiddleware(bodyParserConfig)

/**
 * Parses a body after the guard, so that a visitor's body is not even read. Files go only to routes that take them, and bypass the
 * framework's parser (core/http/upload.ts), which would write them to disk unchecked.
 * @throws AppError 415 unsupported_media_type for a multipart form elsewhere, unless the route takes its text (`form`); 400 bad_request for
 * a body that is no JSON object or no Unicode; 400 body_too_deep; 413 body_too_large
 */
export function parseBody(route: RouteDefinition) {
  return async (ctx: HttpContext, next: NextFn) => {
    const isMultipart = (ctx.request.header('content-type') ?? '').toLowerCase().startsWith('multipart/')
    if (route.upload) return next()
    if (isMultipart && !route.form) throw new AppError(415, 'unsupported_media_type')
    await (isMultipart ? readForm(ctx) : readBody(ctx))
    return next()
  }
}

/** The text fields of a form. A file or a repeated field is refused. */
async function readForm(ctx: HttpContext): Promise<void> {
  const fields: [string, string][] = []
  for (const [name, value] of await readMultipart(ctx, FORM_BYTES)) {
    if (typeof value !== 'string') throw new AppError(415, 'unsupported_media_type')
    if (fields.some(([known]) => known === name)) throw new AppError(400, 'bad_request')
    fields.push([name, value])
  }
  // Without a prototype, so that a field's name has no special meaning.
  const body = Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(fields))
  if (!isWellFormed(body)) throw new AppError(400, 'bad_request')
  ctx.request.updateBody(body)
}

async function readBody(ctx: HttpContext): Promise<void> {
  const { request } = ctx
  try {
    await parser.handle(ctx, async () => {})
  } catch (error) {
    // The form parser reports it as a plain RangeError.
    throw error instanceof RangeError ? new AppError(400, 'body_too_deep') : error
  }
  if (request.is(['application/json'])) request.updateBody(parseJson(request.raw() ?? ''))
  if (!isWellFormed(request.body())) throw new AppError(400, 'bad_request')
}

function parseJson(text: string): object {
  if (text.trim() === '') return {}
  if (isTooDeep(text)) throw new AppError(400, 'body_too_deep')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new AppError(400, 'bad_request')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError(400, 'bad_request')
  return body
}

/**
 * Refuses a lone surrogate, which neither PostgreSQL nor a URL can hold, and the key `__proto__`, which would change an object's prototype.
 */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([key, part]) => key !== '__proto__' && key.isWellFormed() && isWellFormed(part))
}
