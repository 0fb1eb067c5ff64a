import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { settings } from '../config/settings.js'
import { asSystem } from '../tenancy/scope.js'
import { type TokenPurpose, type TokenRow, type TokenSubject, insertToken } from './tokens.js'

/** Wrong codes after which the right one does not help either. */
export const MAX_TRIES = 5
/** So long nothing helps then, in seconds (specification, section 4: ten minutes). */
export const LOCK_SECONDS = 600
const DIGITS = 6

export type CodeOutcome = 'good' | 'wrong' | 'blocked' | 'expired'

/** Six digits are guessed from a plain hash in a second: the key of the platform goes in. */
async function codeHash(purpose: TokenPurpose, userId: number, code: string): Promise<Buffer> {
  return createHmac('sha256', (await settings()).appKey)
    .update(`${purpose.name}\n${userId}\n${code}`)
    .digest()
}

/**
 * Makes a code of six digits to type in; an earlier one of this purpose and person ends. Ask `lockedFor` first: between that and
 * here, as a mail waits to be written, somebody may have guessed too often. Then this one is as locked as the one before it.
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

/** Whether too many wrong codes were tried a moment ago: a new one would only give more tries. @returns seconds until it ends, 0 when it is not */
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
 * Tries a code, and uses it up when it is right. A try is counted before the
 * comparison, in the row's lock: many at once are many tries.
 * @returns `blocked` after MAX_TRIES wrong ones, also for the right code, for LOCK_SECONDS
 */
export async function consumeCode(purpose: TokenPurpose, userId: number, code: string): Promise<CodeOutcome> {
  return (await useCode(purpose, userId, code)).outcome
}

/** Like consumeCode, and gives what the code was issued with (`data` of its subject) when it was right. */
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

/** Tries a code and leaves it as it was when it is right: a later step uses it up. @returns as consumeCode */
export async function checkCode(purpose: TokenPurpose, userId: number, code: string): Promise<CodeOutcome> {
  return tryCode(purpose, userId, code, async ({ id }) => {
    await db.rawQuery(`update core_tokens set tries = greatest(tries - 1, 0) where id = ? and tries <= ?`, [id, MAX_TRIES])
    return 'good'
  })
}

/**
 * Deletes used and expired codes when a new one is requested. The new one is made when its mail is written: until then a typed code is
 * wrong, not expired.
 */
export const forgetEndedCodes = (purpose: TokenPurpose, userId: number): Promise<void> =>
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
    // From here the lock counts, not the code.
    await db.rawQuery(`update core_tokens set expires_at = now() + ? * interval '1 second' where id = ?`, [LOCK_SECONDS, row.id])
    return 'blocked'
  })
}
