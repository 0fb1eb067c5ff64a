import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { invalid } from '#core/contract/errors'
import { limitGuesses } from '#core/kit/tokens'
import type { Kind } from '../../kinds.js'

/** Without characters that are easily confused on a poster: 0 and O, 1, I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8
/** Shorter codes can be guessed. */
export const MIN_CODE_LENGTH = 6

/** Normalises a code, however it was typed. Pure. */
export const plainCode = (code: string) =>
  code
    .normalize('NFKC')
    .replaceAll(/[\s.-]/g, '')
    .toUpperCase()
export const newCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
export const newToken = () => randomBytes(18).toString('base64url')

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(digest(plainCode(a)), digest(plainCode(b)))

/**
 * Accepts the code of an entrance; a project has none.
 * @throws AppError 422 on `code`: incorrect_code; 429 too_many_attempts, then even for the correct code
 */
export async function refuseWrongCode(entrance: { id: number; code: string | null }, code: string, ip: string): Promise<void> {
  if (entrance.code === null) return
  const tries = await limitGuesses(`direct_access.entrance:${entrance.id}`, ip)
  if (!isSame(code, entrance.code)) throw invalid('code', 'incorrect_code')
  await tries.succeeded()
}

/** The number that each kind requires, and its format: a pass has letters and digits, the format of a staff number is up to the company. */
const NUMBERS: Partial<Record<Kind, { pattern: RegExp; rule: string; clean: (text: string) => string }>> = {
  'construction-pass': {
    pattern: /^[A-Z0-9]{6,20}$/,
    rule: 'pass_number',
    clean: (text) => text.replaceAll(/[\s.-]/g, ''),
  },
  workforce: { pattern: /^[A-Z0-9][A-Z0-9./-]{0,19}$/, rule: 'personnel_number', clean: (text) => text.replaceAll(/\s/g, '') },
}

/** Whether this kind requires a number. */
export const asksNumber = (kind: Kind) => kind in NUMBERS

/**
 * The number of a pass or staff record, as stored; null when none is required. @throws AppError 422 on `number`: pass_number,
 * personnel_number
 */
export function numberOf(kind: Kind, given: string): string | null {
  const asked = NUMBERS[kind]
  if (!asked) return null
  const number = asked.clean(given.normalize('NFKC').toUpperCase())
  if (!asked.pattern.test(number)) throw invalid('number', asked.rule)
  return number
}
