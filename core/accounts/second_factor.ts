import { createHmac, randomInt } from 'node:crypto'
import encryption from '@adonisjs/core/services/encryption'
import { errors } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import { settings } from '../config/settings.js'
import { AppError, conflict, invalid } from '../contract/errors.js'
import { defineMail } from '../contract/plugin.js'
import { asSystem } from '../tenancy/scope.js'

/** The company's policy for a second step: not offered, optional, or required of its supervisors. */
export type SecondFactorRule = 'off' | 'allowed' | 'demanded'

const PERIOD = 30
const PURPOSE = 'core.second_factor'
const RECOVERY_CODES = 10
// Leaves out letters and digits that look alike.
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** After this many wrong codes they are refused for ten minutes, as for reset codes. */
const GUESSES = { requests: 5, duration: '10 mins', blockDuration: '10 mins' }

export const secondFactorOnMail = defineMail({
  trigger: 'core.mail.second_factor_on',
  aboutAccount: true,
  load: async () => ({}),
  sample: {},
})
export const secondFactorOffMail = defineMail({
  trigger: 'core.mail.second_factor_off',
  aboutAccount: true,
  load: async () => ({}),
  sample: {},
})

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD })
const opened = (sealed: string): string => {
  const secret = encryption.decrypt<string>(sealed, PURPOSE)
  if (!secret) throw new Error('This second factor was sealed with another APP_KEY.')
  return secret
}

/** The 30-second step that a code belongs to: the current one or a neighbour, because clocks differ. Null for a wrong code. */
function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta
}

async function hashOf(userId: number, code: string): Promise<Buffer> {
  return createHmac('sha256', (await settings()).appKey)
    .update(`recovery\n${userId}\n${code.replace(/[^A-Z0-9]/gi, '').toUpperCase()}`)
    .digest()
}

export interface Enrolment {
  /** The secret for typing, in groups of four. */
  secret: string
  /** A link that opens the authenticator app on this device. */
  uri: string
  /** The same as a QR code: an SVG data URL. */
  qr: string
}

/**
 * Starts enrolment: makes a secret that counts after its first code was entered. Starting again makes a new secret.
 * @param label the person, @param issuer the site, as shown in their app
 * @throws AppError 409 second_factor_on for a person who has one
 */
export async function beginEnrolment(userId: number, { label, issuer }: { label: string; issuer: string }): Promise<Enrolment> {
  const { base32: secret } = new Secret({ size: 20 })
  const { rows } = await asSystem('second_factor.begin', () =>
    db.rawQuery<{ rows: unknown[] }>(
      `insert into core_second_factors (user_id, secret) values (?, ?)
       on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = now()
        where core_second_factors.confirmed_at is null returning id`,
      [userId, encryption.encrypt(secret, { purpose: PURPOSE })],
    ),
  )
  if (!rows.length) throw conflict('second_factor_on')
  const uri = totpOf(secret, label, issuer).toString()
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret: secret.replace(/(.{4})(?=.)/g, '$1 '), uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/**
 * Turns the second factor on with a first code, in the caller's transaction.
 * @returns recovery codes, shown once
 * @throws AppError 422 on `code` (incorrect_code); 409 second_factor_on, second_factor_not_begun; 429 as verifySecondFactor
 */
export async function confirmEnrolment(userId: number, code: string): Promise<string[]> {
  return guessing(userId, () =>
    db.transaction(async (trx) => {
      const row = await trx.from('core_second_factors').where('user_id', userId).forUpdate().first()
      if (!row) throw conflict('second_factor_not_begun')
      if (row.confirmed_at) throw conflict('second_factor_on')
      const step = stepOf(opened(row.secret), code)
      if (step === null) throw invalid('code', 'incorrect_code')
      await trx.from('core_second_factors').where('id', row.id).update({ confirmed_at: new Date(), last_step: step })
      await trx.from('core_users').where('id', userId).update({ second_factor_at: new Date() })
      return renewRecoveryCodes(trx, userId)
    }),
  )
}

/** Makes new recovery codes and ends the old ones. In a transaction of the across scope. */
export async function renewRecoveryCodes(trx: TransactionClientContract, userId: number): Promise<string[]> {
  await trx.from('core_recovery_codes').where('user_id', userId).delete()
  const letters = (count: number) => Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${letters(5)}-${letters(5)}`)
  await trx
    .table('core_recovery_codes')
    .multiInsert(await Promise.all(codes.map(async (code) => ({ user_id: userId, code_hash: await hashOf(userId, code) }))))
  return codes
}

/**
 * Verifies a code of the person's app (each 30-second step works once) or a recovery code (each works once).
 * @throws AppError 422 on `code` (incorrect_code); 429 no_attempts_left with status `blocked` for ten minutes after five wrong codes
 */
export async function verifySecondFactor(userId: number, code: string): Promise<void> {
  await guessing(userId, async () => {
    if (!(await (/^\d{6}$/.test(code) ? useTotp(userId, code) : useRecovery(userId, code)))) throw invalid('code', 'incorrect_code')
  })
}

async function useTotp(userId: number, code: string): Promise<boolean> {
  const row = await db.from('core_second_factors').where('user_id', userId).whereNotNull('confirmed_at').first()
  const step = row && stepOf(opened(row.secret), code)
  if (!step) return false
  // Two windows with the same code: only one is accepted.
  const used = await db.from('core_second_factors').where('id', row.id).where('last_step', '<', step).update({ last_step: step })
  return Number(used) === 1
}

async function useRecovery(userId: number, code: string): Promise<boolean> {
  const used = await db
    .from('core_recovery_codes')
    .where({ user_id: userId, code_hash: await hashOf(userId, code) })
    .whereNull('used_at')
    .update({ used_at: new Date() })
  return Number(used) === 1
}

/** Counts before the work, so that concurrent tries all count. A right code gives the points back. */
async function guessing<T>(userId: number, work: () => Promise<T>): Promise<T> {
  return asSystem('second_factor.try', async () => {
    const limit = limiter.use(GUESSES)
    const key = `second_factor:${userId}`
    await limit.consume(key).catch((error: unknown) => {
      if (!(error instanceof errors.E_TOO_MANY_REQUESTS)) throw error
      throw new AppError(429, 'no_attempts_left', {
        status: 'blocked',
        message: 'no_attempts_left',
        retry_after: error.response.availableIn,
      })
    })
    const result = await work()
    await limit.delete(key)
    return result
  })
}

/** Removes the second factor of any kind, with its recovery codes. @param trx of the across scope. @returns false when there was none */
export async function removeSecondFactor(trx: TransactionClientContract, userId: number): Promise<boolean> {
  for (const table of ['core_recovery_codes', 'core_second_factors', 'core_passkeys'])
    await trx.from(table).where('user_id', userId).delete()
  const removed = await trx.from('core_users').where('id', userId).whereNotNull('second_factor_at').update({ second_factor_at: null })
  return Number(removed) > 0
}
