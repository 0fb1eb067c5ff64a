import { createHash } from 'node:crypto'
import { errors } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import db from '@adonisjs/lucid/services/db'
import { AppError } from '../contract/errors.js'
import { asSystem } from '../tenancy/scope.js'
import { networkOf } from './network.js'

// Per person strict, per address generous: a whole site may share one address.
const SIGN_IN_PER_EMAIL = { requests: 8, duration: '10 mins', blockDuration: '10 mins' }
const SIGN_IN_PER_ADDRESS = { requests: 100, duration: '10 mins', blockDuration: '10 mins' }
const CHECKS_PER_ADDRESS = { requests: 200, duration: '10 mins' }

// Anybody who knows the address may ask for one.
const CODE_MAILS = { requests: 1, duration: '45 secs' }
const CODE_MAILS_AN_HOUR = { requests: 6, duration: '1 hour' }

const keyOf = (kind: string, value: string) =>
  `${kind}:${createHash('sha256').update(value.normalize('NFKC').toLowerCase()).digest('base64url').slice(0, 32)}`

type Limit = ReturnType<typeof limiter.use>

/** Takes a point before the work, in one statement: attempts at the same moment count too. */
async function consume(limit: Limit, key: string): Promise<void> {
  try {
    await limit.consume(key)
  } catch (error) {
    if (!(error instanceof errors.E_TOO_MANY_REQUESTS)) throw error
    throw new AppError(429, 'too_many_attempts', { retry_after: error.response.availableIn })
  }
}

/**
 * Counts sign-ins by e-mail address and by network address; who succeeds gets
 * the points back.
 * @throws AppError 429 too_many_attempts, details.retry_after in seconds
 */
export async function limitSignIn(email: string, ip: string) {
  const person = { limit: limiter.use(SIGN_IN_PER_EMAIL), key: keyOf('sign_in_email', email) }
  const address = { limit: limiter.use(SIGN_IN_PER_ADDRESS), key: keyOf('sign_in_address', networkOf(ip)) }
  await asSystem('attempts.consume', async () => {
    await consume(address.limit, address.key)
    await consume(person.limit, person.key)
  })
  return {
    succeeded: () =>
      asSystem('attempts.forget', async () => {
        await person.limit.delete(person.key)
        await address.limit.decrement(address.key)
      }),
  }
}

/** Counts questions whether an e-mail address has an account. @throws AppError 429 as limitSignIn */
export async function limitEmailCheck(ip: string): Promise<void> {
  await asSystem('attempts.check', () => consume(limiter.use(CHECKS_PER_ADDRESS), keyOf('check_address', networkOf(ip))))
}

/** Whether a code may be mailed to this person now. Counts first, in one statement each: two at once are one. */
export async function mayMailCode(userId: number): Promise<boolean> {
  return mayMail([
    [CODE_MAILS, `code_mail:${userId}`],
    [CODE_MAILS_AN_HOUR, `code_mail_hour:${userId}`],
  ])
}

interface MailLimit {
  requests: number
  duration: string
}

/** Whether a mail that anybody can ask for may go out now: a person gets few, however many ask. */
export async function mayMail(limits: readonly (readonly [MailLimit, string])[]): Promise<boolean> {
  try {
    await asSystem('attempts.mail', async () => {
      for (const [limit, key] of limits) await limiter.use(limit).consume(key)
    })
    return true
  } catch (error) {
    if (error instanceof errors.E_TOO_MANY_REQUESTS) return false
    throw error
  }
}

/** Removes counts whose time is over; the hourly job `core.attempts.clean`. */
export async function removeExpiredAttempts(): Promise<void> {
  await asSystem('attempts.clean', () => db.from('core_rate_limits').where('expire', '<', Date.now()).delete())
}
