import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Scrypt } from '@adonisjs/core/hash/drivers/scrypt'
import { PhcFormatter } from '@adonisjs/core/hash/phc_formatter'
import type { HashDriverContract } from '@adonisjs/core/types/hash'
import pLimit from 'p-limit'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>
const phc = new PhcFormatter<{ m: number; t: number; p: number }>()

/** OWASP's first choice for argon2id: 19 MiB (m, in KiB), two passes, one lane. */
export const COST = { m: 19_456, t: 2, p: 1 } as const
/** Version 1.3 of Argon2, the only one in Node. */
const VERSION = 19
const SALT_BYTES = 16
const HASH_BYTES = 32

// Node hashes in libuv's threads, four by default. One stays free for files and DNS, so at most three hashes (3 × 19 MiB) run at once,
// however many people sign in.
const inTurn = pLimit(Math.max(1, Math.min(availableParallelism(), 3)))

// The parameters of older hashes, which are renewed at the next sign-in.
const scrypt = new Scrypt({ cost: 16_384, blockSize: 8, parallelization: 1, maxMemory: 33_554_432 })

/**
 * Hashes passwords with argon2id from Node's own crypto, so no native add-on has to be compiled. Also verifies old scrypt hashes (decision
 * 0030).
 */
export class PasswordHasher implements HashDriverContract {
  isValidHash(value: string): boolean {
    return value.startsWith('$argon2id$') || scrypt.isValidHash(value)
  }

  /** @returns a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
  async make(value: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const hash = await inTurn(() => hashOf(value, salt, COST, HASH_BYTES))
    return phc.serialize(salt, hash, { id: 'argon2id', version: VERSION, params: { ...COST } })
  }

  /** @throws Error for a hash of an unknown kind */
  async verify(hashedValue: string, plainValue: string): Promise<boolean> {
    if (!hashedValue.startsWith('$argon2id$')) return inTurn(() => scrypt.verify(hashedValue, plainValue))
    const { salt, hash, params } = phc.deserialize(hashedValue)
    const given = await inTurn(() => hashOf(plainValue, salt, params!, hash.length))
    return timingSafeEqual(given, hash)
  }

  /** Whether a hash has other cost parameters than a new one. */
  needsReHash(value: string): boolean {
    return !value.startsWith(`$argon2id$v=${VERSION}$m=${COST.m},t=${COST.t},p=${COST.p}$`)
  }
}

function hashOf(password: string, nonce: Buffer, { m, t, p }: { m: number; t: number; p: number }, tagLength: number): Promise<Buffer> {
  return derive('argon2id', { message: password, nonce, memory: m, passes: t, parallelism: p, tagLength })
}
