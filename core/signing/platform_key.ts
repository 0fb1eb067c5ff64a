import { type KeyObject, createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import { settings } from '../config/settings.js'

/** The prefix of the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

export interface Signature {
  algorithm: 'Ed25519'
  /** The signer: the platform's public key, base64url. */
  key: string
  /** The signature of the exact bytes, base64url. */
  signature: string
}

let made: { key: KeyObject; publicKey: string } | undefined

/** Derived from APP_KEY: as long as it stays the same, signatures can be verified as this platform's. */
async function platformKey() {
  if (!made) {
    const seed = Buffer.from(hkdfSync('sha256', (await settings()).appKey, '', 'core.signing.ed25519', 32))
    const key = createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: 'der', type: 'pkcs8' })
    const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
    made = { key, publicKey: spki.subarray(PUBLIC_HEAD.length).toString('base64url') }
  }
  return made
}

/** The platform's public key, base64url, for verifying its signatures. */
export const publicKey = async (): Promise<string> => (await platformKey()).publicKey

/** Twelve groups of four characters: short enough to read out on the phone. */
export const fingerprintOf = (key: string): string =>
  createHash('sha256')
    .update(Buffer.from(key, 'base64url'))
    .digest('hex')
    .slice(0, 48)
    .replace(/(.{4})(?=.)/g, '$1 ')

/** Signs bytes as the platform. @param purpose part of the signature, so a signature for one purpose is no proof for another */
export async function signFor(purpose: string, bytes: Uint8Array): Promise<Signature> {
  const { key, publicKey: own } = await platformKey()
  return { algorithm: 'Ed25519', key: own, signature: sign(null, signed(purpose, bytes), key).toString('base64url') }
}

/** Whether the bytes were signed with the key in the signature. It does not check whose key that is. Never throws. */
export function isSigned(purpose: string, bytes: Uint8Array, { key, signature }: Signature): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, Buffer.from(key, 'base64url')]), format: 'der', type: 'spki' })
    return verify(null, signed(purpose, bytes), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

const signed = (purpose: string, bytes: Uint8Array) => Buffer.concat([Buffer.from(`${purpose}\n`), bytes])
