import { ApiError, apiErrorFrom, NETWORK_ERROR, toApiError } from './api_error.js'
import { markBusy } from '../boot/busy.js'
import { fileOf } from './file_of.js'
import { platformFetch } from './platform_fetch.js'

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON, or unchanged when it is FormData. */
  body?: unknown
  signal?: AbortSignal
}

/** Calls a path of the specification (section 7). Everything else uses `api`, which is typed. Throws only ApiError. */
export async function request<T>(path: string, { method = 'GET', body, signal }: RequestOptions = {}): Promise<T> {
  const json = body !== undefined && !(body instanceof FormData) && !(body instanceof Blob)
  let response: Response
  // An upload must not be cut off by the end of a session or a new version.
  const done = body instanceof FormData || body instanceof Blob ? markBusy() : null
  try {
    response = await platformFetch(path, {
      method,
      ...(signal && { signal }),
      ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
      ...(json && { headers: { 'Content-Type': 'application/json' } }),
    })
  } catch (error) {
    throw error instanceof TypeError ? new ApiError(0, NETWORK_ERROR, [], null, { cause: error }) : toApiError(error)
  } finally {
    done?.()
  }
  const isJson = response.headers.get('content-type')?.includes('json')
  const answer: unknown = isJson ? await response.json().catch(() => null) : await response.text()
  if (!response.ok) throw apiErrorFrom(response.status, answer, response.headers)
  return answer as T
}

/**
 * Requests a file that may take a while to make.
 * @returns the file, or the server's answer (202: it is being made)
 */
export async function requestFile<T>(path: string, body: unknown): Promise<{ file: Blob; name: string } | { answer: T }> {
  let response: Response
  try {
    response = await platformFetch(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    })
  } catch (error) {
    throw error instanceof TypeError ? new ApiError(0, NETWORK_ERROR, [], null, { cause: error }) : toApiError(error)
  }
  if (response.ok && response.headers.get('content-disposition')?.startsWith('attachment')) return fileOf(response)
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw apiErrorFrom(response.status, answer, response.headers)
  return { answer: answer as T }
}
