import { AppError, conflict, invalid } from '../contract/errors.js'
import { type CodeOutcome, lockedFor } from './codes.js'
import type { TokenPurpose } from './tokens.js'

const blocked = (seconds: number) =>
  new AppError(429, 'no_attempts_left', { status: 'blocked', message: 'no_attempts_left', retry_after: seconds })

/** @throws AppError 429 no_attempts_left with status `blocked`, after too many wrong codes */
export async function refuseLocked(purpose: TokenPurpose, userId: number): Promise<void> {
  const seconds = await lockedFor(purpose, userId)
  if (seconds) throw blocked(seconds)
}

/**
 * Does nothing for a right code, and throws for any other outcome.
 * @param field the form field in which the code was typed
 * @throws AppError 422 on the field (incorrect_code); 409 code_expired; 429 no_attempts_left with status `blocked` (specification, section
 * 8)
 */
export async function refuseOutcome(
  purpose: TokenPurpose,
  outcome: CodeOutcome,
  userId: number | undefined,
  field = 'code',
): Promise<void> {
  if (outcome === 'good') return
  if (outcome === 'blocked') throw blocked(await lockedFor(purpose, userId!))
  if (outcome === 'expired') throw conflict('code_expired', { message: 'code_expired' })
  throw invalid(field, 'incorrect_code')
}
