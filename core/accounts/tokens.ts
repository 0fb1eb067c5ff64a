import { createHash, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import pLimit from 'p-limit'
import { asSystem, currentScope, inCompany, withoutScope } from '../tenancy/scope.js'

/** What a secret is good for: a token of one purpose opens nothing of another. */
export interface TokenPurpose {
  readonly name: string
  /** How long it works, in seconds. */
  readonly seconds: number
  /** Of several that somebody has, each is for something of its own: using one leaves the others. */
  readonly eachAlone?: boolean
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

// A token that is used holds its row, and with it a connection, while its work asks for more of them. As many at once
// as there are connections, and each would wait for what another holds, with every request of the platform behind them.
const inTurn = pLimit(2)
/** Used and expired ones stay this long, so that a link can say what became of it. */
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

/** A company gives out what opens its own people's doors, nobody else's. @throws Error from a company's scope for any other */
async function assertOwn(userId: number, membershipId: number | null): Promise<void> {
  if (currentScope()?.kind !== 'company') return
  const own = membershipId && (await db.from('core_memberships').where({ id: membershipId, user_id: userId }).first())
  if (!own) throw new Error('In a company’s scope a token is for one of its own memberships.')
}

/**
 * Until the transaction ends nobody uses a link or code of these people. Whoever deletes some calls it before anything else is held: who
 * uses one holds it on one connection, and waits for the person on another, where the database does not see that they wait in turn.
 */
export async function holdTokens(trx: TransactionClientContract, userIds: readonly number[]): Promise<void> {
  await trx
    .from('core_tokens')
    .whereIn('user_id', [...userIds])
    .orderBy('id')
    .forUpdate()
    .select('id')
}

/** A lock that goes over to a new code: it cannot be guessed, nor used, until then. */
export interface TokenLock {
  tries: number
  expiresAt: Date
}

/** Writes a token or code down. In a company's scope for its own people only. @returns when it ends */
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
 * Makes a secret for a link. Earlier ones go on working: mails arrive late and in any order.
 * @returns the secret, kept nowhere else, and when it ends
 */
export async function issueToken(purpose: TokenPurpose, subject: TokenSubject): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  return { token, expiresAt: await insertToken(purpose, subject, tokenHash(purpose, token)) }
}

/** What became of a link's secret, or null when it was never issued for this purpose. Changes nothing. */
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
 * Uses a link's secret up, once, whatever comes at the same moment; the others
 * of the same purpose and membership end with it.
 * @returns whose it is, or null when it is unknown, used or expired
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
 * Uses a link's secret up together with what it is good for: `work` runs in the scope of the membership's company
 * (of a person without one: in no scope) while the row is locked; when it throws, the token is as before.
 * Cut off between the two it may run again: write by what is there already. Two run at once, so `work` uses no other token.
 * @returns what `work` gives, or null for a secret that is unknown, used or expired
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

/** Removes what ended long ago; the daily job `core.tokens.clean`. */
export async function removeOldTokens(): Promise<void> {
  const limit = new Date(Date.now() - KEEP_DAYS * 86_400_000)
  await asSystem('tokens.clean', () => db.from('core_tokens').where('expires_at', '<', limit).delete())
}
