import { createHash } from 'node:crypto'
import { errors } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '../contract/errors.js'
import { preparedQuery } from '../tenancy/connections.js'
import { asSystem } from '../tenancy/scope.js'
import { networkOf } from './network.js'

// Strict per person, generous per network address: a whole site may share one address.
const SIGN_IN_PER_PERSON = { requests: 8, duration: '10 mins', blockDuration: '10 mins' }
const SIGN_IN_PER_ADDRESS = { requests: 100, duration: '10 mins', blockDuration: '10 mins' }
// A class on one site registers within an hour. More registrations than this in one company are an attack.
const REGISTRATIONS_PER_ADDRESS = { requests: 60, duration: '1 hour' }
const REGISTRATIONS_PER_COMPANY = { requests: 600, duration: '1 hour' }
const CHECKS_PER_ADDRESS = { requests: 200, duration: '10 mins' }

// For a code that many people share. Wrong tries count by network address (generous, as above) and by the thing that is guessed.
const GUESSES_PER_ADDRESS = { requests: 60, duration: '10 mins', blockDuration: '10 mins' }
const GUESSES_AT_ONE = { requests: 500, duration: '1 hour' }

// Anybody who knows the address may ask for a code.
const CODE_MAILS = { requests: 1, duration: '45 secs' }
const CODE_MAILS_AN_HOUR = { requests: 6, duration: '1 hour' }

// Compares addresses exactly as the database does, so that a successful sign-in clears only the person's own count.
const keyOf = (kind: string, value: string) =>
  `${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url').slice(0, 32)}`

/**
 * Clears the person's count and gives the network address one point back. Uses SQL directly, because the limiter reads and writes in two
 * steps and loses one of two concurrent changes.
 */
const FORGET_ATTEMPTS = `
  with person as (delete from core_rate_limits where key = $1)
  update core_rate_limits set points = points - 1 where key = $2 and points > 0`

type Limit = ReturnType<typeof limiter.use>

/** Takes a point before the work, in one statement, so that concurrent attempts all count. */
async function consume(limit: Limit, key: string): Promise<void> {
  try {
    await limit.consume(key)
  } catch (error) {
    if (!(error instanceof errors.E_TOO_MANY_REQUESTS)) throw error
    throw new AppError(429, 'too_many_attempts', { retry_after: error.response.availableIn })
  }
}

/** The keys under which a sign-in attempt was counted. */
export interface SignInCounts {
  person: string
  address: string
}

/** Under which name tries of a person's password are counted: their address, or the account itself for a person without one. */
export const countedAs = ({ userId, email }: { userId: number; email: string | null }): string => email ?? `account:${userId}`

/** Forgets wrong tries of a person who gets a new code. @param name `countedAs` */
export const forgetAttempts = (trx: TransactionClientContract, name: string): Promise<unknown> =>
  trx.from('core_rate_limits').where('key', keyOf('sign_in_email', name)).delete()

export type SignInAttempts = Awaited<ReturnType<typeof limitSignIn>>

/**
 * Counts sign-ins by person and by network address. A successful sign-in gives the points back, through `succeeded` or with the session
 * that is opened (`counted`).
 * @param name an e-mail address, or `countedAs`
 * @throws AppError 429 too_many_attempts, details.retry_after in seconds
 */
export async function limitSignIn(name: string, ip: string) {
  const person = { limit: limiter.use(SIGN_IN_PER_PERSON), key: keyOf('sign_in_email', name) }
  const address = { limit: limiter.use(SIGN_IN_PER_ADDRESS), key: keyOf('sign_in_address', networkOf(ip)) }
  await asSystem('attempts.consume', async () => {
    await Promise.all([consume(address.limit, address.key), consume(person.limit, person.key)])
  })
  const counted: SignInCounts = { person: person.key, address: address.key }
  return {
    counted,
    succeeded: () =>
      asSystem('attempts.forget', () => preparedQuery(db, 'platform_forget_attempts', FORGET_ATTEMPTS, [person.key, address.key])),
  }
}

/**
 * Counts tries of a code that many people share, such as one on a poster, by network address and by the thing it opens. A right code gives
 * the point back, so that a whole site can come in from one address.
 * @param what `<plugin>.<thing>:<id>`, the thing that is guessed
 * @throws AppError 429 too_many_attempts, details.retry_after in seconds; then also for the right code
 */
export async function limitGuesses(what: string, ip: string) {
  const plugin = what.slice(0, what.indexOf('.'))
  const [address, one] = [keyOf(`guess_${plugin}`, networkOf(ip)), keyOf('guess_at', what)]
  await asSystem('attempts.guess', async () => {
    await consume(limiter.use(GUESSES_PER_ADDRESS), address)
    await consume(limiter.use(GUESSES_AT_ONE), one)
  })
  return {
    succeeded: () =>
      asSystem('attempts.guessed', () =>
        db.rawQuery('update core_rate_limits set points = points - 1 where key = any(?) and points > 0', [[address, one]]),
      ),
  }
}

/** Counts checks whether an e-mail address has an account. @throws AppError 429 as limitSignIn */
export async function limitEmailCheck(ip: string): Promise<void> {
  await asSystem('attempts.check', () => consume(limiter.use(CHECKS_PER_ADDRESS), keyOf('check_address', networkOf(ip))))
}

/** Counts started registrations, by network address and by company. @throws AppError 429 as limitSignIn */
export async function limitRegistration(ip: string, companyId: number): Promise<void> {
  await asSystem('attempts.registration', async () => {
    await consume(limiter.use(REGISTRATIONS_PER_ADDRESS), keyOf('registration_address', networkOf(ip)))
    await consume(limiter.use(REGISTRATIONS_PER_COMPANY), `registration_company:${companyId}`)
  })
}

/**
 * Counts calls of one kind by a value, for a plugin's own ways to sign in. Network addresses are counted by network.
 * @param kind `<plugin>.<what>`
 * @throws AppError 429 as limitSignIn
 */
export async function limitCalls(kind: string, by: { ip: string } | { id: number | string }, limit: CallLimit): Promise<void> {
  const key = 'ip' in by ? keyOf(kind, networkOf(by.ip)) : `${kind}:${by.id}`
  await asSystem('attempts.calls', () => consume(limiter.use(limit), key))
}

/** Whether a code may be mailed to this person now. Counts first, so that two concurrent requests send one mail. */
export async function mayMailCode(userId: number): Promise<boolean> {
  return mayMail([
    [CODE_MAILS, `code_mail:${userId}`],
    [CODE_MAILS_AN_HOUR, `code_mail_hour:${userId}`],
  ])
}

interface CallLimit {
  requests: number
  duration: string
}

/** Whether a mail that anybody can request may be sent now. A person gets few, however many people ask. */
export async function mayMail(limits: readonly (readonly [CallLimit, string])[]): Promise<boolean> {
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

/** Removes expired counts; the hourly job `core.attempts.clean`. */
export async function removeExpiredAttempts(): Promise<void> {
  await asSystem('attempts.clean', () => db.from('core_rate_limits').where('expire', '<', Date.now()).delete())
}
