import { broadcast, onBroadcast } from '../boot/channel.js'
import { connection, singleTabOnly } from './signals.js'

const CSRF_URL = '/public/auth/csrf/'
const ATTEMPTS = 3

let token: string | null = null
let pending: Promise<string> | null = null

onBroadcast((message) => {
  if (message.type === 'csrf') token = message.token
})

async function fetchToken(): Promise<string> {
  let reason: unknown
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt))
    try {
      const response = await fetch(CSRF_URL, { credentials: 'same-origin', cache: 'no-store' })
      const body = (await response.json()) as { status: string; csrf_token?: string }
      if (body.status === 'good' && body.csrf_token) {
        token = body.csrf_token
        if (!broadcast({ type: 'csrf', token })) singleTabOnly.emit()
        return token
      }
      reason = new Error(`No CSRF token: ${body.status}`)
    } catch (error) {
      reason = error
    }
  }
  if (reason instanceof TypeError) connection.emit('lost')
  throw reason
}

/** The token for the next unsafe call; fetched when first needed, then shared by all tabs. */
export function csrfToken(): Promise<string> {
  if (token) return Promise.resolve(token)
  pending ??= fetchToken().finally(() => (pending = null))
  return pending
}

/** Forgets a token that the server refused, unless another tab replaced it meanwhile. */
export function clearCsrfToken(refused: string): void {
  if (token === refused) token = null
}
