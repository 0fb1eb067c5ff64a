import { bootstrap } from '../boot/bootstrap.js'
import { csrfToken, clearCsrfToken } from './csrf.js'
import { requestHeaders } from './request_headers.js'
import { connection, sessionLost } from './signals.js'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const SESSION_CODES = new Set(['session_expired', 'not_signed_in'])

async function codeOf(response: Response): Promise<string | undefined> {
  try {
    return ((await response.clone().json()) as { code?: string }).code
  } catch {
    return undefined
  }
}

async function send(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    connection.emit('restored')
    return response
  } catch (error) {
    // An aborted call says nothing about the connection.
    if (!request.signal.aborted) connection.emit('lost')
    throw error
  }
}

/**
 * `fetch` for our own server: cookies, the CSRF header on unsafe methods, one retry with a new token, and the session-expired signal. Tuyau
 * and `request` both use it.
 */
export async function platformFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const original = new Request(input, { credentials: 'same-origin', ...init })
  original.headers.set('Accept', 'application/json')
  for (const [name, value] of Object.entries(requestHeaders())) original.headers.set(name, value)
  // A page that an admin left open could change another company than it shows, so the server compares.
  if (bootstrap.impersonation) original.headers.set('X-Visit', String(bootstrap.impersonation.id))
  // In a frame without cookies this header carries the session. No other site can send it, so no CSRF token is needed.
  if (bootstrap.framed?.token) {
    original.headers.set('Authorization', `Bearer ${bootstrap.framed.token}`)
    return checkSession(await send(original))
  }
  if (SAFE.has(original.method)) return checkSession(await send(original))

  const attempt = async (token: string) => {
    const request = original.clone()
    request.headers.set('X-CSRF-Token', token)
    return send(request)
  }
  const token = await csrfToken()
  const response = await attempt(token)
  if (response.status === 403 && (await codeOf(response)) === 'csrf_failed') {
    clearCsrfToken(token)
    return checkSession(await attempt(await csrfToken()))
  }
  return checkSession(response)
}

async function checkSession(response: Response): Promise<Response> {
  if (response.status === 401 && SESSION_CODES.has((await codeOf(response)) ?? '')) sessionLost.emit()
  return response
}
