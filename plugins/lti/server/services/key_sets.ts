import { createPublicKey } from 'node:crypto'
import { type JWK, importJWK, importSPKI } from 'jose'
import { Recent } from '#core/kit/cache'
import { objectOf } from './claims.js'
import { PlatformProblem, contentOf, fetchOfPlatform } from './platform_client.js'
import { LaunchRefused } from './refusal.js'

type Key = Awaited<ReturnType<typeof importJWK>>

interface KeySet {
  keys: Map<string, JWK>
  readAt: number
}

const FRESH_MS = 60 * 60_000
/** An unknown key is looked up once a minute, not each time that somebody invents one. */
const AGAIN_MS = 60_000
/** An address that did not respond is not contacted again for a moment. */
const PAUSE_MS = 10_000
const MAX_SETS = 500
const MAX_KEYS = 100

const kept = new Map<string, KeySet>()
const reading = new Map<string, Promise<KeySet>>()
const failed = new Map<string, number>()
const imported = new WeakMap<JWK, Promise<Key>>()

/** @throws PlatformProblem when the address does not answer with a key set */
async function read(url: string): Promise<KeySet> {
  const answer = await fetchOfPlatform(url, { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new PlatformProblem(answer.status, 'answered', answer.status)
  const { keys } = objectOf(await contentOf(answer))
  if (!Array.isArray(keys)) throw new PlatformProblem(502, 'no_key_set')
  const found = new Map<string, JWK>()
  for (const key of keys.slice(0, MAX_KEYS) as JWK[]) {
    const isForThis = key?.kty === 'RSA' && (key.use ?? 'sig') === 'sig' && (key.alg ?? 'RS256') === 'RS256'
    if (isForThis && [key.kid, key.n, key.e].every((each) => typeof each === 'string')) found.set(key.kid!, key)
  }
  const set = { keys: found, readAt: Date.now() }
  kept.delete(url)
  kept.set(url, set)
  if (kept.size > MAX_SETS) kept.delete(kept.keys().next().value!)
  return set
}

/** Concurrent requests share one fetch. */
function readOnce(url: string): Promise<KeySet> {
  const going = reading.get(url)
  if (going) return going
  const begun = read(url)
    .catch((error: unknown) => {
      failed.set(url, Date.now())
      if (failed.size > MAX_SETS) failed.delete(failed.keys().next().value!)
      throw error
    })
    .finally(() => reading.delete(url))
  reading.set(url, begun)
  return begun
}

/** The current keys at an address, for a check that reports errors. @throws PlatformProblem */
export const readKeySet = async (url: string): Promise<number> => (await readOnce(url)).keys.size

/**
 * The key that a platform signed with, by its id. Cached for an hour; an unknown id is looked up at most once a minute.
 * @throws LaunchRefused keys_unreachable, kid_unknown
 */
export async function keyOf(url: string, kid: string): Promise<Key> {
  const known = kept.get(url)
  const age = known ? Date.now() - known.readAt : Infinity
  let set = known
  if (!known || age > FRESH_MS || (!known.keys.has(kid) && age > AGAIN_MS)) {
    const isPaused = Date.now() - (failed.get(url) ?? 0) < PAUSE_MS
    const asked = isPaused ? Promise.reject(new PlatformProblem(0, 'unreachable', 'a moment ago')) : readOnce(url)
    set = await asked.catch((error: Error) => {
      // Temporarily unreachable: the last key set stays valid.
      if (known?.keys.has(kid)) return known
      throw new LaunchRefused('keys_unreachable', error.message)
    })
  }
  const jwk = set!.keys.get(kid)
  if (!jwk) throw new LaunchRefused('kid_unknown', kid.slice(0, 100))
  const key = imported.get(jwk) ?? importJWK(jwk, 'RS256')
  imported.set(jwk, key)
  return key.catch((error: Error) => Promise.reject(new LaunchRefused('kid_unknown', error.message.slice(0, 200))))
}

/** Signatures of a shorter key can be forged. */
const LEAST_BITS = 2048

/** The number of bits of an RSA key in PEM. @throws Error when it is not one */
const bitsOfPem = (pem: string): number => {
  const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem)
  if (asymmetricKeyType !== 'rsa') throw new Error('It is no RSA key.')
  return asymmetricKeyDetails?.modulusLength ?? 0
}
export const isStrongPem = (pem: string): boolean => bitsOfPem(pem) >= LEAST_BITS

const pems = new Recent<string, Promise<Key>>(200)

/** A platform's single key, as PEM; cached by its text. @throws Error when it is not one */
export function keyOfPem(pem: string): Promise<Key> {
  const made = pems.get(pem) ?? importSPKI(pem, 'RS256')
  pems.set(pem, made)
  return made
}
