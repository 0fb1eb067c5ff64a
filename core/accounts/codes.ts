import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { settings } from '../config/settings.js'
import { asSystem } from '../tenancy/scope.js'
import { type TokenPurpose, type TokenRow, type TokenSubject, insertToken } from './tokens.js'

/** After this many wrong codes the right one is refused too. */
export const MAX_TRIES = 5
/** Duration of the lock, in seconds (specification, section 4: ten minutes). */
export const LOCK_SECONDS = 600
const DIGITS = 6

export type CodeOutcome = 'good' | 'wrong' | 'blocked' | 'expired'

/** A plain hash of six digits can be reversed in a second, so the platform's key is part of it. */
async function codeHash(purpose: TokenPurpose, userId: number, code: string): Promise<Buffer> {
  return createHmac('sha256', (await settings()).appKey)
    .update(`${purpose.name}\n${userId}\n${code}`)
    .digest()
}

/**
 * Makes a six-digit code. It replaces an earlier code of this person and purpose. Call `lockedFor` first: the lock may have started while
 * the mail waited to be written, and then the new code is locked too.
 */
export async function issueCode(purpose: TokenPurpose, subject: TokenSubject): Promise<{ code: string; expiresAt: Date }> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const hash = await codeHash(purpose, subject.userId, code)
  const ended: Pick<TokenRow, 'tries' | 'used_at' | 'expires_at'>[] = await asSystem('tokens.replace', () =>
    db.from('core_tokens').where({ purpose: purpose.name, user_id: subject.userId }).delete().returning(['tries', 'used_at', 'expires_at']),
  )
  const locked = ended.find((row) => row.tries >= MAX_TRIES && !row.used_at && row.expires_at > new Date())
  const lock = locked && { tries: MAX_TRIES, expiresAt: locked.expires_at }
  return { code, expiresAt: await insertToken(purpose, subject, hash, lock) }
}

/**
 * Checks whether too many wrong codes were tried. Sending a new code would allow more tries. @returns seconds until the lock ends, 0 when
 * there is none
 */
export async function lockedFor(purpose: TokenPurpose, userId: number): Promise<number> {
  const row = await asSystem('tokens.locked', () =>
    db
      .from('core_tokens')
      .where({ purpose: purpose.name, user_id: userId })
      .where('tries', '>=', MAX_TRIES)
      .whereNull('used_at')
      .max('expires_at as until')
      .first(),
  )
  return row?.until ? Math.max(0, Math.ceil((new Date(row.until).getTime() - Date.now()) / 1000)) : 0
}

/**
 * Checks a code and uses it up when it is right. The try is counted under the row's lock before the comparison, so that concurrent tries
 * all count.
 * @returns `blocked` after MAX_TRIES wrong codes, for LOCK_SECONDS, also for the right code
 */
export async function consumeCode(purpose: TokenPurpose, userId: number, code: string): Promise<CodeOutcome> {
  return (await useCode(purpose, userId, code)).outcome
}

/** Like consumeCode, and returns the data that the code was issued with when it was right. */
export async function useCode(purpose: TokenPurpose, userId: number, code: string): Promise<{ outcome: CodeOutcome; data: object | null }> {
  let found: object | null = null
  const outcome = await tryCode(purpose, userId, code, async ({ id, data }) => {
    const used = await db.rawQuery(`update core_tokens set used_at = now() where id = ? and used_at is null`, [id])
    if (used.rowCount !== 1) return 'expired'
    found = data
    return 'good'
  })
  return { outcome, data: found }
}

/** Checks a code without using it up: a later step does that. @returns as consumeCode */
export async function checkCode(purpose: TokenPurpose, userId: number, code: string): Promise<CodeOutcome> {
  return tryCode(purpose, userId, code, async ({ id }) => {
    await db.rawQuery(`update core_tokens set tries = greatest(tries - 1, 0) where id = ? and tries <= ?`, [id, MAX_TRIES])
    return 'good'
  })
}

/**
 * Deletes used and expired codes when a new one is requested. The new code is made when its mail is written. Until then a typed code is
 * wrong, not expired.
 */
export const deleteEndedCodes = (purpose: TokenPurpose, userId: number): Promise<void> =>
  asSystem('tokens.forget', async () => {
    await db
      .from('core_tokens')
      .where({ purpose: purpose.name, user_id: userId })
      .whereRaw('(used_at is not null or expires_at <= now())')
      .delete()
  })

const hadCode = async (purpose: TokenPurpose, userId: number): Promise<boolean> =>
  (await db.from('core_tokens').where({ purpose: purpose.name, user_id: userId }).select('id').first()) !== null

async function tryCode(
  purpose: TokenPurpose,
  userId: number,
  code: string,
  whenRight: (row: TokenRow) => Promise<CodeOutcome>,
): Promise<CodeOutcome> {
  return asSystem('tokens.try', async () => {
    const { rows } = await db.rawQuery<{ rows: TokenRow[] }>(
      `update core_tokens set tries = least(tries + 1, ?)
        where purpose = ? and user_id = ? and used_at is null and expires_at > now() returning *`,
      [MAX_TRIES + 1, purpose.name, userId],
    )
    const [row] = rows
    if (!row) return (await hadCode(purpose, userId)) ? 'expired' : 'wrong'
    if (row.tries > MAX_TRIES) return 'blocked'
    if (timingSafeEqual(row.token_hash, await codeHash(purpose, userId, code))) return whenRight(row)
    if (row.tries < MAX_TRIES) return 'wrong'
    // From here on the lock decides, not the code.
    await db.rawQuery(`update core_tokens set expires_at = now() + ? * interval '1 second' where id = ?`, [LOCK_SECONDS, row.id])
    return 'blocked'
  })
}
