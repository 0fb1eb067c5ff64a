// Import only the type: the client itself (and ky) must not be part of the sign-in page.
import type { TuyauError } from '@tuyau/core/client'

/** The errors of one field, as codes; `useErrorText` translates them. */
export interface FieldError {
  field: string
  /** VineJS rule name or a code of our own, e.g. `required`, `email`, `already_in_use`. */
  rule: string
  meta?: Record<string, unknown>
}

/** The body of every error response. */
interface ErrorBody {
  status?: string
  code?: string
  errors?: FieldError[]
  retry_after?: number
}

/** Codes for failures without a response. */
export const NETWORK_ERROR = 'network'
export const DEFAULT_ERROR = 'default'

/** The only error that calls to the server throw. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /** Stable code of the error catalogue, e.g. `wrong_password_or_email`. */
    readonly code: string,
    readonly fields: readonly FieldError[] = [],
    /** Seconds after which to try again. */
    readonly retryAfter: number | null = null,
    options?: ErrorOptions,
    /** Further details of the response, such as what has to be done first. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${status} ${code}`, options)
  }

  get isNetwork(): boolean {
    return this.code === NETWORK_ERROR
  }

  /** The person can correct it: shown at the fields, not as a toast. */
  get isValidation(): boolean {
    return this.fields.length > 0
  }
}

/** Reads an error response. A body that is not ours (a proxy's HTML) gives the default code. */
export function apiErrorFrom(status: number, body: unknown, headers?: Headers): ApiError {
  const known = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody
  const header = Number(headers?.get('retry-after'))
  const retryAfter = known.retry_after ?? (header > 0 ? header : null)
  return new ApiError(status, known.code ?? DEFAULT_ERROR, known.errors ?? [], retryAfter, undefined, { ...known })
}

const isTuyauError = (error: unknown): error is TuyauError =>
  error instanceof Error && (error.name === 'TuyauHTTPError' || error.name === 'TuyauNetworkError')

/** Turns anything thrown into an ApiError. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isTuyauError(error)) {
    if (error.kind === 'network') return new ApiError(0, NETWORK_ERROR, [], null, { cause: error })
    return apiErrorFrom(error.status ?? 0, error.response, error.rawResponse?.headers)
  }
  return new ApiError(0, DEFAULT_ERROR, [], null, { cause: error })
}
