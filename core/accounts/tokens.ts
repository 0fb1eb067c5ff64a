import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import pLimit from 'p-limit'
import { settings } from '../config/settings.js'
import { asSystem, currentScope, inCompany, withoutScope } from '../tenancy/scope.js'

/** What a secret is good for: a token of one purpose opens nothing of another. */
export interface TokenPurpose {
  readonly name: string
  /** How long it works, in seconds. */
  readonly seconds: number
}

export interface TokenSubject {
  userId: number
  membershipId: number | null
  /** What it brings along for whoever uses it, as JSON. */
  data?: object | null
}

export interface KnownToken extends TokenSubject {
  state: 'open' | 'used' | 'expired'
  expiresAt: Date
}

/** Wrong codes after which the right one does not help either. */
export const MAX_TRIES = 5
const CODE_DIGITS = 6
// A token that is used holds its row, and with it a connection, while its work asks for more of them. As many at once
// as there are connections, and each would wait for what another holds, with every request of the platform behind them.
const inTurn = pLimit(2)
/** Used and expired ones stay this long, so that a link can say what became of it. */
const KEEP_DAYS = 90

interface Row {
  id: number
  user_id: number
  membership_id: number | null
  token_hash: Buffer
  expires_at: Date
  used_at: Date | null
  tries: number
  data: object | null
}

const tokenHash = (purpose: TokenPurpose, secret: string) => createHash('sha256').update(`${purpose.name}\n${secret}`).digest()

/** Six digits are guessed from a plain hash in a second: the key of the platform goes in. */
async function codeHash(purpose: TokenPurpose, userId: number, code: string): Promise<Buffer> {
  return createHmac('sha256', (await settings()).appKey)
    .update(`${purpose.name}\n${userId}\n${code}`)
    .digest()
}

/** A company gives out what opens its own people's doors, nobody else's. @throws Error from a company's scope for any other */
async function assertOwn(userId: number, membershipId: number | null): Promise<void> {
  if (currentScope()?.kind !== 'company') return
  const own = membershipId && (await db.from('core_memberships').where({ id: membershipId, user_id: userId }).first())
  if (!own) throw new Error('In a company’s scope a token is for one of its own memberships.')
}

async function insert(purpose: TokenPurpose, { userId, membershipId, data }: TokenSubject, hash: Buffer): Promise<Date> {
  await assertOwn(userId, membershipId)
  const expiresAt = new Date(Date.now() + purpose.seconds * 1000)
  const row = {
    purpose: purpose.name,
    token_hash: hash,
    user_id: userId,
    membership_id: membershipId,
    expires_at: expiresAt,
    data: data ? JSON.stringify(data) : null,
  }
  await asSystem('tokens.issue', () => db.table('core_tokens').insert(row))
  return expiresAt
}

/**
 * Makes a secret for a link. Earlier ones go on working: mails arrive late and in any order.
 * @returns the secret, kept nowhere else, and when it ends
 */
export async function issueToken(purpose: TokenPurpose, subject: TokenSubject): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  return { token, expiresAt: await insert(purpose, subject, tokenHash(purpose, token)) }
}

/** What became of a link's secret, or null when it was never issued for this purpose. Changes nothing. */
export async function readToken(purpose: TokenPurpose, token: string): Promise<KnownToken | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const row = (await asSystem('tokens.read', () =>
    db
      .from('core_tokens')
      .where({ purpose: purpose.name, token_hash: tokenHash(purpose, token) })
      .first(),
  )) as Row | null
  if (!row) return null
  const state = row.used_at ? 'used' : row.expires_at <= new Date() ? 'expired' : 'open'
  return { state, userId: row.user_id, membershipId: row.membership_id, data: row.data, expiresAt: row.expires_at }
}

/**
 * Uses a link's secret up, once, whatever comes at the same moment; the others
 * of the same purpose and membership end with it.
 * @returns whose it is, or null when it is unknown, used or expired
 */
export async function consumeToken(purpose: TokenPurpose, token: string): Promise<TokenSubject | null> {
  return asSystem('tokens.consume', () =>
    db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: Row[] }>(
        `update core_tokens set used_at = now()
          where purpose = ? and token_hash = ? and used_at is null and expires_at > now() returning *`,
        [purpose.name, tokenHash(purpose, token)],
      )
      const [row] = rows
      if (!row) return null
      await trx.rawQuery(
        `update core_tokens set used_at = now()
          where purpose = ? and user_id = ? and membership_id is not distinct from ? and used_at is null`,
        [purpose.name, row.user_id, row.membership_id as number],
      )
      return { userId: row.user_id, membershipId: row.membership_id, ...(row.data && { data: row.data }) }
    }),
  )
}

/**
 * Uses a link's secret up together with what it is good for: `work` runs in the scope of the membership's company
 * (of a person without one: in no scope) while the row is locked; when it throws, the token is as before.
 * Cut off between the two it may run again: write by what is there already. Two run at once, so `work` uses no other token.
 * @returns what `work` gives, or null for a secret that is unknown, used or expired
 */
export async function useToken<T>(purpose: TokenPurpose, token: string, work: (subject: TokenSubject) => Promise<T>): Promise<T | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const use = () =>
    db.transaction(async (trx) => {
      const row: (Row & { company_id: number | null }) | null = await trx
        .from('core_tokens as t')
        .leftJoin('core_memberships as m', 'm.id', 't.membership_id')
        .where({ 't.purpose': purpose.name, 't.token_hash': tokenHash(purpose, token) })
        .whereNull('t.used_at')
        .where('t.expires_at', '>', new Date())
        .select('t.*', 'm.company_id')
        .forUpdate('t')
        .first()
      if (!row) return null
      const subject = { userId: row.user_id, membershipId: row.membership_id }
      const result = await (row.company_id ? inCompany(row.company_id, () => work(subject)) : withoutScope(() => work(subject)))
      await endAll(trx, purpose, subject)
      return result
    })
  return inTurn(() => asSystem('tokens.use', use))
}

/** Ends every open secret of a purpose and person: they changed what it was for. */
export async function revokeTokens(purpose: TokenPurpose, subject: TokenSubject): Promise<void> {
  await assertOwn(subject.userId, subject.membershipId)
  await asSystem('tokens.revoke', () => endAll(db, purpose, subject))
}

async function endAll(client: Pick<typeof db, 'rawQuery'>, purpose: TokenPurpose, { userId, membershipId }: TokenSubject): Promise<void> {
  await client.rawQuery(
    `update core_tokens set used_at = now() where purpose = ? and user_id = ? and membership_id is not distinct from ? and used_at is null`,
    [purpose.name, userId, membershipId as number],
  )
}

/** Makes a code of six digits to type in; an earlier one of this purpose and person ends. */
export async function issueCode(purpose: TokenPurpose, subject: TokenSubject): Promise<{ code: string; expiresAt: Date }> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const hash = await codeHash(purpose, subject.userId, code)
  await asSystem('tokens.replace', () => db.from('core_tokens').where({ purpose: purpose.name, user_id: subject.userId }).delete())
  return { code, expiresAt: await insert(purpose, subject, hash) }
}

/**
 * Tries a code, and uses it up when it is right. A try is counted before the
 * comparison, in the row's lock: many at once are many tries.
 * @returns `blocked` after MAX_TRIES wrong ones, also for the right code
 */
export async function consumeCode(purpose: TokenPurpose, userId: number, code: string): Promise<'good' | 'wrong' | 'blocked' | 'expired'> {
  return asSystem('tokens.try', async () => {
    const { rows } = await db.rawQuery<{ rows: Row[] }>(
      `update core_tokens set tries = least(tries + 1, ?)
        where purpose = ? and user_id = ? and used_at is null and expires_at > now() returning *`,
      [MAX_TRIES + 1, purpose.name, userId],
    )
    const [row] = rows
    if (!row) return 'expired'
    if (row.tries > MAX_TRIES) return 'blocked'
    if (!timingSafeEqual(row.token_hash, await codeHash(purpose, userId, code))) return row.tries === MAX_TRIES ? 'blocked' : 'wrong'
    const used = await db.rawQuery(`update core_tokens set used_at = now() where id = ? and used_at is null`, [row.id])
    return used.rowCount === 1 ? 'good' : 'expired'
  })
}

/** Removes what ended long ago; the daily job `core.tokens.clean`. */
export async function removeOldTokens(): Promise<void> {
  const limit = new Date(Date.now() - KEEP_DAYS * 86_400_000)
  await asSystem('tokens.clean', () => db.from('core_tokens').where('expires_at', '<', limit).delete())
}
