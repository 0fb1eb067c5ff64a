import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const [IV_BYTES, TAG_BYTES] = [12, 16]

/** Encrypts bytes with a 32-byte key. Changes are detected on opening. */
export function seal(key: Uint8Array, bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  const parts = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...parts])
}

/** The decrypted bytes. @throws Error with another key, and when a byte was changed */
export function unseal(key: Uint8Array, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
