import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import bodyParserConfig from '../config/bodyparser.js'
import { AppError } from '../contract/errors.js'
import type { RouteDefinition } from '../contract/plugin.js'

const parser = new BodyParserMiddleware(bodyParserConfig)

/**
 * Parses a body after the guard: what a stranger sends is not even read. A
 * form with files goes to routes that take one, and there past the framework's
 * parser (core/http/upload.ts), which would write it to disk unseen.
 * @throws AppError 415 for a form with files anywhere else; 400 for text that is no Unicode
 */
export function parseBody(route: RouteDefinition) {
  return async (ctx: HttpContext, next: NextFn) => {
    const isMultipart = (ctx.request.header('content-type') ?? '').toLowerCase().startsWith('multipart/')
    if (route.upload) return next()
    if (isMultipart) throw new AppError(415, 'unsupported_media_type')
    return parser.handle(ctx, () => {
      if (!isWellFormed(ctx.request.body())) throw new AppError(400, 'bad_request')
      return next()
    })
  }
}

/** Half a surrogate pair is no character: neither PostgreSQL nor an URL can hold it. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([key, part]) => key.isWellFormed() && isWellFormed(part))
}
