import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import pLimit from 'p-limit'
import { asSystem, currentScope, inCompany, withoutScope } from '../tenancy/scope.js'

/** The purpose of a secret. A token of one purpose is not accepted for another. */
export interface TokenPurpose {
  readonly name: string
  /** The lifetime, in seconds. */
  readonly seconds: number
  /** If a person has several of them, each is for a different thing: using one leaves the others valid. */
  readonly eachAlone?: boolean
}

export interface TokenSubject {
  userId: number
  membershipId: number | null
  /** Data for the code that uses the token, as JSON. */
  data?: object | null
}

export interface KnownToken extends TokenSubject {
  state: 'open' | 'used' | 'expired'
  expiresAt: Date
}

// Using a token locks its row and holds a connection, while its work needs more connections. With as many at once as
// there are connections, each would wait for a connection that another one holds, and so would every other request.
const inTurn = pLimit(2)
/** Used and expired tokens are kept this long, so that the page of an old link can say what happened to it. */
const KEEP_DAYS = 90

export interface TokenRow {
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

/** A company issues tokens for its own people only. @throws Error for anybody else in a company's scope */
async function assertOwn(userId: number, membershipId: number | null): Promise<void> {
  if (currentScope()?.kind !== 'company') return
  const own = membershipId && (await db.from('core_memberships').where({ id: membershipId, user_id: userId }).first())
  if (!own) throw new Error('In a company’s scope a token is for one of its own memberships.')
}

/**
 * Blocks the use of these people's links and codes until the transaction ends. Call it before taking any other lock when deleting people:
 * using a token locks it on one connection and then waits for the person on another, a deadlock that the database cannot see.
 */
export async function holdTokens(trx: TransactionClientContract, userIds: readonly number[]): Promise<void> {
  await trx
    .from('core_tokens')
    .whereIn('user_id', [...userIds])
    .orderBy('id')
    .forUpdate()
    .select('id')
}

/** The hash of a lock that moves to a new code. It can be neither guessed nor used. */
export interface TokenLock {
  tries: number
  expiresAt: Date
}

/** Stores a token or code. In a company's scope for its own people only. @returns when it expires */
export async function insertToken(
  purpose: TokenPurpose,
  { userId, membershipId, data }: TokenSubject,
  hash: Buffer,
  lock?: TokenLock,
): Promise<Date> {
  await assertOwn(userId, membershipId)
  const expiresAt = lock?.expiresAt ?? new Date(Date.now() + purpose.seconds * 1000)
  const row = {
    purpose: purpose.name,
    token_hash: hash,
    user_id: userId,
    membership_id: membershipId,
    expires_at: expiresAt,
    tries: lock?.tries ?? 0,
    data: data ? JSON.stringify(data) : null,
  }
  await asSystem('tokens.issue', () => db.table('core_tokens').insert(row))
  return expiresAt
}

/**
 * Makes a secret for a link. Earlier links keep working, because mails arrive late and out of order.
 * @returns the secret, which is stored nowhere else, and when it expires
 */
export async function issueToken(purpose: TokenPurpose, subject: TokenSubject): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  return { token, expiresAt: await insertToken(purpose, subject, tokenHash(purpose, token)) }
}

/** The state of a link's secret; null when it was never issued for this purpose. Changes nothing. */
export async function readToken(purpose: TokenPurpose, token: string): Promise<KnownToken | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const row = (await asSystem('tokens.read', () =>
    db
      .from('core_tokens')
      .where({ purpose: purpose.name, token_hash: tokenHash(purpose, token) })
      .first(),
  )) as TokenRow | null
  if (!row) return null
  const state = row.used_at ? 'used' : row.expires_at <= new Date() ? 'expired' : 'open'
  return { state, userId: row.user_id, membershipId: row.membership_id, data: row.data, expiresAt: row.expires_at }
}

/**
 * Uses a link's secret up, once, also for concurrent requests. Other secrets of the same purpose and membership end with it.
 * @returns its membership, or null when it is unknown, used or expired
 */
export async function consumeToken(purpose: TokenPurpose, token: string): Promise<TokenSubject | null> {
  return asSystem('tokens.consume', () =>
    db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: TokenRow[] }>(
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
 * Uses a link's secret up together with `work`, which runs in the scope of the membership's company (in no scope for a person without one)
 * while the row is locked. If `work` throws, the token stays unused. After a crash between the two `work` may run again, so it must be
 * idempotent. Two run at once, so `work` uses no other token.
 * @returns the result of `work`, or null for a secret that is unknown, used or expired
 */
export async function useToken<T>(purpose: TokenPurpose, token: string, work: (subject: TokenSubject) => Promise<T>): Promise<T | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const use = () =>
    db.transaction(async (trx) => {
      const row: (TokenRow & { company_id: number | null }) | null = await trx
        .from('core_tokens as t')
        .leftJoin('core_memberships as m', 'm.id', 't.membership_id')
        .where({ 't.purpose': purpose.name, 't.token_hash': tokenHash(purpose, token) })
        .whereNull('t.used_at')
        .where('t.expires_at', '>', new Date())
        .select('t.*', 'm.company_id')
        .forUpdate('t')
        .first()
      if (!row) return null
      const subject = { userId: row.user_id, membershipId: row.membership_id, data: row.data }
      const result = await (row.company_id ? inCompany(row.company_id, () => work(subject)) : withoutScope(() => work(subject)))
      if (purpose.eachAlone) await trx.from('core_tokens').where('id', row.id).update({ used_at: new Date() })
      else await endAll(trx, purpose, subject)
      return result
    })
  return inTurn(() => asSystem('tokens.use', use))
}

/** Ends every open secret of a purpose and person, because what it was for has changed. */
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

/** Removes tokens that ended long ago; the daily job `core.tokens.clean`. */
export async function removeOldTokens(): Promise<void> {
  const limit = new Date(Date.now() - KEEP_DAYS * 86_400_000)
  await asSystem('tokens.clean', () => db.from('core_tokens').where('expires_at', '<', limit).delete())
}
