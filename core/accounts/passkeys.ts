import { isIP } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { settings } from '../config/settings.js'
import { conflict, invalid } from '../contract/errors.js'
import { opaqueName } from '../http/opaque.js'
import { asSystem } from '../tenancy/scope.js'
import { renewRecoveryCodes } from './second_factor.js'

/** The number of passkeys a person may have. */
const MAX_PASSKEYS = 10
const webauthn = () => import('@simplewebauthn/server')

/** The host that a passkey belongs to: the one in the address bar. A passkey works on its own host only. */
export interface RelyingParty {
  id: string
  origin: string
}

/** The host of this request; null on a bare IP address, where passkeys do not exist. */
export async function relyingParty({ request }: HttpContext): Promise<RelyingParty | null> {
  const { protocol } = new URL((await settings()).appUrl)
  const host = request.host()
  const url = host && URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`) : null
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, ''))) return null
  return { id: url.hostname, origin: url.origin }
}

/** The challenge to sign. It is derived from a secret that works once, so no answer works twice and nothing needs to be stored. */
const challengeOf = (token: string) => Buffer.from(opaqueName('core.passkey', token)).toString('base64url')

interface PasskeyRow {
  id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

/** A person's passkeys, newest first. In the across scope. @param rpId limits them to one host */
export function passkeysOf(client: Pick<typeof db, 'from'>, userId: number, rpId?: string): Promise<PasskeyRow[]> {
  const query = client.from('core_passkeys').where('user_id', userId).orderBy('id', 'desc')
  return (rpId ? query.where('rp_id', rpId) : query) as unknown as Promise<PasskeyRow[]>
}

/**
 * The options with which a browser creates a passkey.
 * @param token the single-use secret that comes back with the answer
 * @throws AppError 409 passkeys_not_here on a bare IP address, too_many_passkeys
 */
export async function passkeyOptions(
  token: string,
  { userId, label, name }: { userId: number; label: string; name: string },
  rp: RelyingParty | null,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  if (!rp) throw conflict('passkeys_not_here')
  const known = await asSystem('passkeys.known', () => passkeysOf(db, userId))
  if (known.length >= MAX_PASSKEYS) throw conflict('too_many_passkeys')
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpID: rp.id,
    rpName: name,
    userName: label,
    userDisplayName: label,
    challenge: Buffer.from(challengeOf(token), 'base64url'),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/**
 * Stores a passkey that a browser created.
 * @param trx of the across scope, with the person's row locked
 * @throws AppError 422 on `response` (passkey_refused)
 */
async function keepPasskey(
  trx: TransactionClientContract,
  { userId, token, name, response }: { userId: number; token: string; name: string; response: RegistrationResponseJSON },
  rp: RelyingParty | null,
): Promise<void> {
  const { verifyRegistrationResponse } = await webauthn()
  const checked =
    rp &&
    (await verifyRegistrationResponse({
      response,
      expectedChallenge: challengeOf(token),
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: false,
    }).catch(() => null))
  if (!rp || !checked?.verified) throw invalid('response', 'passkey_refused')
  const { id, publicKey, counter, transports } = checked.registrationInfo.credential
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `insert into core_passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (credential_id) do nothing returning id`,
    [userId, id, Buffer.from(publicKey), counter, transports ?? [], rp.id, name] as never,
  )
  if (!rows.length) throw invalid('response', 'passkey_refused')
}

/**
 * Adds a passkey that a browser created. In a transaction of the across scope.
 * @returns recovery codes when it is the person's first factor
 * @throws AppError 422 on `response` (passkey_refused); 409 too_many_passkeys
 */
export async function addPasskey(
  trx: TransactionClientContract,
  userId: number,
  given: { token: string; name: string; response: RegistrationResponseJSON },
  rp: RelyingParty | null,
): Promise<string[] | null> {
  const user = await trx.from('core_users').where('id', userId).forUpdate().select('second_factor_at').firstOrFail()
  // Check again with the person's row locked: passkeys may have been added since the options were given out.
  if ((await passkeysOf(trx, userId)).length >= MAX_PASSKEYS) throw conflict('too_many_passkeys')
  await keepPasskey(trx, { userId, ...given }, rp)
  if (user.second_factor_at) return null
  await trx.from('core_users').where('id', userId).update({ second_factor_at: new Date() })
  return renewRecoveryCodes(trx, userId)
}

/** The options for signing with one of the person's passkeys of this host; null when they have none here. */
export async function signingOptions(
  token: string,
  userId: number,
  rp: RelyingParty | null,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const known = rp ? await asSystem('passkeys.sign', () => passkeysOf(db, userId, rp.id)) : []
  if (!rp || !known.length) return null
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: rp.id,
    challenge: Buffer.from(challengeOf(token), 'base64url'),
    allowCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
}

/** Verifies a signature of this person's passkey on this host. @throws AppError 422 on `response` (passkey_refused) */
export async function verifyPasskey(
  { userId, token, response }: { userId: number; token: string; response: AuthenticationResponseJSON },
  rp: RelyingParty | null,
): Promise<void> {
  const known = rp ? await asSystem('passkeys.verify', () => passkeysOf(db, userId, rp.id)) : []
  const passkey = known.find(({ credential_id: id }) => id === response.id)
  if (!rp || !passkey) throw invalid('response', 'passkey_refused')
  const { verifyAuthenticationResponse } = await webauthn()
  const { id, credential_id: credentialId, public_key: publicKey, counter, transports } = passkey
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challengeOf(token),
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: false,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter), transports },
  }).catch(() => null)
  if (!checked?.verified) throw invalid('response', 'passkey_refused')
  const { newCounter } = checked.authenticationInfo
  // If a key and its copy sign at the same time, only one of them is accepted.
  const used = await asSystem('passkeys.used', () =>
    db
      .from('core_passkeys')
      .where('id', id)
      .where(
        (count) =>
          void count.where('counter', '<', newCounter).orWhere((none) => void none.where('counter', 0).whereRaw('? = 0', [newCounter])),
      )
      .update({ counter: newCounter, last_used_at: new Date() }),
  )
  if (!Number(used)) throw invalid('response', 'passkey_refused')
}
