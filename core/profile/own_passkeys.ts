import db from '@adonisjs/lucid/services/db'
import { fullName } from '../contract/full_name.js'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { conflict, forbidden, notFound } from '../contract/errors.js'
import { type RelyingParty, addPasskey, passkeyOptions, passkeysOf } from '../accounts/passkeys.js'
import { removeSecondFactor, secondFactorOffMail, secondFactorOnMail } from '../accounts/second_factor.js'
import { toPerson } from '../accounts/to_person.js'
import { type TokenPurpose, consumeToken, issueToken, readToken } from '../accounts/tokens.js'
import { sendMail } from '../mail/mail_service.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { confirmPassword } from './own_password.js'
import { ownSecondFactor } from './own_second_factor.js'

const MAKING: TokenPurpose = { name: 'core.passkey', seconds: 10 * 60 }

export interface OwnPasskeys {
  /** Whether a passkey can be created at this address. */
  available: boolean
  /** Whether an authenticator app is set up. */
  app: boolean
  /** Times are ISO 8601. */
  passkeys: { id: number; name: string; created_at: string; last_used_at: string | null; here: boolean }[]
}

/** The caller's own passkeys, of every host. */
export async function ownPasskeys({ userId }: Session, rp: RelyingParty | null): Promise<OwnPasskeys> {
  return asSystem('passkeys.own', async () => {
    const [app, all, here] = await Promise.all([
      hasApp(db, userId),
      passkeysOf(db, userId),
      rp ? passkeysOf(db, userId, rp.id) : Promise.resolve([]),
    ])
    const ofThisHost = new Set(here.map(({ id }) => id))
    return {
      available: rp !== null,
      app,
      passkeys: all.map(({ id, name, created_at: made, last_used_at: used }) => ({
        id,
        name,
        created_at: made.toISOString(),
        last_used_at: used?.toISOString() ?? null,
        here: ofThisHost.has(id),
      })),
    }
  })
}

const hasApp = async (client: Pick<typeof db, 'from'>, userId: number): Promise<boolean> =>
  (await client.from('core_second_factors').where('user_id', userId).whereNotNull('confirmed_at').select('id').first()) !== null

/** Starts creating one, after the password. @throws AppError as confirmPassword; 403 where passkeys are not offered; as passkeyOptions */
export async function beginPasskey(
  session: Session,
  { current, ip }: { current: string; ip: string },
  rp: RelyingParty | null,
): Promise<{ token: string; options: PublicKeyCredentialCreationOptionsJSON }> {
  if (!(await ownSecondFactor(session)).offered) throw forbidden()
  await confirmPassword(session, current, ip)
  const { userId, membershipId, row } = session
  const { token } = await issueToken(MAKING, { userId, membershipId })
  return {
    token,
    options: await passkeyOptions(token, { userId, label: row.email ?? fullName(row), name: row.company_name ?? 'Platform' }, rp),
  }
}

/**
 * Stores the new passkey. A person's first factor ends their other sessions, which signed in without it, and gives recovery codes.
 * @returns recovery codes; null when there were some already
 * @throws AppError 409 passkey_expired; 422 on `response` (passkey_refused); 403 in a frame
 */
export async function confirmPasskey(
  session: Session,
  given: { token: string; name: string; response: RegistrationResponseJSON },
  rp: RelyingParty | null,
): Promise<string[] | null> {
  if (session.framedBy) throw forbidden()
  const { userId } = session
  const known = await readToken(MAKING, given.token)
  if (known?.state !== 'open' || known.userId !== userId) throw conflict('passkey_expired')
  const codes = await asSystem('passkeys.confirm', () => db.transaction((trx) => addPasskey(trx, userId, given, rp)))
  await consumeToken(MAKING, given.token)
  if (codes) {
    await asSystem('passkeys.sessions', () => db.from('core_sessions').where('user_id', userId).whereNot('id', session.id).delete())
    await toPerson(session, (to) => db.transaction((trx) => sendMail(trx, secondFactorOnMail.trigger, { to })))
  }
  return codes
}

/**
 * Deletes a passkey, after the password. Deleting the last factor turns the second step off.
 * @throws AppError as confirmPassword; 404; 409 second_factor_demanded for the last one where the company requires it
 */
export async function removePasskey(session: Session, id: number, { current, ip }: { current: string; ip: string }): Promise<void> {
  const { userId } = session
  await confirmPassword(session, current, ip)
  const { demanded } = await ownSecondFactor(session)
  const isOff = await asSystem('passkeys.remove', () =>
    db.transaction(async (trx) => {
      await trx.from('core_users').where('id', userId).forUpdate().select('id').first()
      const removed = await trx.from('core_passkeys').where({ id, user_id: userId }).delete()
      if (!Number(removed)) throw notFound()
      if ((await hasApp(trx, userId)) || (await passkeysOf(trx, userId)).length) return false
      if (demanded) throw conflict('second_factor_demanded')
      await removeSecondFactor(trx, userId)
      return true
    }),
  )
  if (isOff) await toPerson(session, (to) => db.transaction((trx) => sendMail(trx, secondFactorOffMail.trigger, { to })))
}
