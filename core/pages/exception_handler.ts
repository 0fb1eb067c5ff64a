import { ExceptionHandler, errors as httpErrors, type HttpContext } from '@adonisjs/core/http'
import { errors as vineErrors } from '@vinejs/vine'
import { AppError } from '../contract/errors.js'
import { sendPage } from './page.js'
import { isUnavailable } from '../database/unavailable.js'
import { RETRY_AFTER, sendBarePage } from './unavailable.js'

interface Problem {
  status: number
  code: string
  details?: Readonly<Record<string, unknown>>
}

interface FieldError {
  field: string
  rule: string
  meta?: unknown
}

// A parameter of the wrong form refers to no row, and neither does a number beyond bigint.
const NO_SUCH_ROW = new Set(['22P02', '22003'])
// PostgreSQL stores no NUL in text or jsonb, and nobody types one.
const UNKEEPABLE_TEXT = new Set(['22021', '22P05'])

/** Maps an error to a status and a stable code. Pure. */
export function problemOf(error: unknown): Problem {
  if (error instanceof AppError) return { status: error.status, code: error.code, details: error.details }
  if (error instanceof vineErrors.E_VALIDATION_ERROR) {
    const list = (error.messages as FieldError[]).map(({ field, rule, meta }) => ({ field, rule, ...(meta ? { meta } : {}) }))
    return { status: 422, code: 'validation_failed', details: { errors: list } }
  }
  if (error instanceof httpErrors.E_ROUTE_NOT_FOUND) return { status: 404, code: 'not_found' }
  const { status, code } = (error ?? {}) as { status?: number; code?: string }
  if (code === 'E_ROW_NOT_FOUND' || (code && NO_SUCH_ROW.has(code))) return { status: 404, code: 'not_found' }
  if (code && UNKEEPABLE_TEXT.has(code)) return { status: 400, code: 'bad_request' }
  // A body that claims to be compressed and is not.
  if (code?.startsWith('Z_') || code === 'ERR__ERROR_FORMAT_PADDING_1' || code?.startsWith('ERR__ERROR_FORMAT'))
    return { status: 400, code: 'bad_request' }
  if (isUnavailable(error)) return { status: 503, code: 'unavailable', details: { retry_after: RETRY_AFTER } }
  if (status === 413) return { status, code: 'body_too_large' }
  if (status && status >= 400 && status < 500) return { status, code: 'bad_request' }
  return { status: 500, code: 'default' }
}

export default class Handler extends ExceptionHandler {
  async handle(error: unknown, ctx: HttpContext) {
    const { status, code, details } = problemOf(error)
    // The answer may have been prepared before the error: remove its encoding and type.
    for (const header of ['Content-Encoding', 'Content-Type']) ctx.response.removeHeader(header)
    if (typeof details?.retry_after === 'number') {
      ctx.response.header('Retry-After', String(details.retry_after))
    }
    if (wantsPage(ctx) && status === 503) return sendBarePage(ctx, status, 'core.errors.unavailable')
    if (wantsPage(ctx)) {
      const type = status === 404 ? 'not-found' : 'general'
      ctx.response.status(status)
      return sendPage(ctx, { error: type }).catch((failure: unknown) => {
        // Even the error page needs the database; without it send a bare one.
        const problem = problemOf(failure)
        this.#log(failure, problem, ctx)
        const isDown = problem.status === 503
        sendBarePage(ctx, isDown ? 503 : status, isDown ? 'core.errors.unavailable' : 'core.errors.default')
      })
    }
    ctx.response.status(status).send({ status: 'error', code, ...details })
  }

  async report(error: unknown, ctx: HttpContext) {
    this.#log(error, problemOf(error), ctx)
  }

  /**
   * Only our own faults are logged with a stack. A lost database is logged in one line, and a visitor's mistakes at info without a stack,
   * so that nobody can flood the log.
   */
  #log(error: unknown, { status, code }: Problem, ctx: HttpContext) {
    const path = ctx.request.url()
    if (status === 503) ctx.logger.error({ path, reason: String(error) }, 'database unreachable')
    else if (status >= 500) ctx.logger.error({ err: error, path }, 'request failed')
    else ctx.logger.info({ path, status, code }, 'request refused')
  }
}

function wantsPage(ctx: HttpContext): boolean {
  const { method, headers } = { method: ctx.request.method(), headers: ctx.request.request.headers }
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}
