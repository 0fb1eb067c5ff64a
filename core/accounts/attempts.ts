import { createHash } from 'node:crypto'
import limiter from '@adonisjs/limiter/services/main'
import { AppError } from '../contract/errors.js'
import { asSystem } from '../tenancy/scope.js'

// Per person strict, per address generous: a whole site may share one address.
const PER_EMAIL = { requests: 8, duration: '10 mins', blockDuration: '10 mins' }
const PER_ADDRESS = { requests: 100, duration: '10 mins', blockDuration: '10 mins' }

const keyOf = (kind: string, value: string) =>
  `${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url').slice(0, 32)}`

/**
 * Counts failed sign-ins by e-mail address and by network address.
 * @throws AppError 429 too_many_attempts, details.retry_after in seconds
 */
export async function limitSignIn(email: string, ip: string) {
  const counters = [
    { limit: limiter.use(PER_EMAIL), key: keyOf('sign_in_email', email) },
    { limit: limiter.use(PER_ADDRESS), key: keyOf('sign_in_address', ip) },
  ]
  await asSystem('attempts.check', async () => {
    for (const { limit, key } of counters) {
      if (await limit.isBlocked(key)) {
        throw new AppError(429, 'too_many_attempts', { retry_after: await limit.availableIn(key) })
      }
    }
  })
  return {
    failed: () =>
      asSystem('attempts.count', async () => {
        for (const { limit, key } of counters) await limit.increment(key)
      }),
    succeeded: () => asSystem('attempts.forget', () => counters[0]!.limit.delete(counters[0]!.key)),
  }
}
