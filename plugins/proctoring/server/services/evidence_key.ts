import { randomBytes } from 'node:crypto'
import { conflict } from '#core/contract/errors'
import { openSealed, sealFor } from '#core/kit/federation'

const PURPOSE = 'proctoring.key'

/** Creates a key for the evidence of one attempt, in the form that is stored in the database: sealed with the platform's key. */
export const newKey = (): string => sealFor(PURPOSE, randomBytes(32).toString('base64'))

/** @throws AppError 409 evidence_gone when the evidence was deleted, or when the platform's key has changed */
export function openKey(sealed: string | null): Buffer {
  const key = sealed === null ? null : openSealed<string>(PURPOSE, sealed)
  if (!key) throw conflict('evidence_gone')
  return Buffer.from(key, 'base64')
}
