import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export interface Session {
  id: string
  intent: string
  amount: number
  currency: string
  name: string
  email: string
  locale: string
  success: string
  cancel: string
  expires: number
  metadata: Record<string, string>
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  refunded: number
}

/** An event that its receiver has not confirmed. */
export interface Waiting {
  body: string
  tries: number
  /** The time at which it is sent, in milliseconds. */
  at: number
}

interface Kept {
  /** The key that our server sends, and the key that signs events: random, so that only the platform of this data folder accepts them. */
  secretKey: string
  webhookSecret: string
  /** Its last port: an open address stays valid after a restart. */
  port: number
  sessions: Record<string, Session>
  /** The responses to requests, by idempotency key. */
  answers: Record<string, { words: string; status: number; body: string }>
  refunds: Record<string, { intent: string; amount: number }>
  waiting: Waiting[]
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** The simulator's state in its own file: like a real provider it survives the end of our process. */
export class SimulatorState {
  readonly #file: string
  readonly kept: Kept

  constructor(file: string) {
    this.#file = file
    const fresh: Kept = {
      ...{ secretKey: newId('sk_test'), webhookSecret: newId('whsec'), port: 0 },
      ...{ sessions: {}, answers: {}, refunds: {}, waiting: [] },
    }
    this.kept = existsSync(file) ? { ...fresh, ...(JSON.parse(readFileSync(file, 'utf8')) as Kept) } : fresh
  }

  save(): void {
    const next = `${this.#file}.${process.pid}`
    writeFileSync(next, JSON.stringify(this.kept), { mode: 0o600 })
    renameSync(next, this.#file)
  }

  /** The id of its payment intent, which a refund names. */
  ofIntent(intent: string): Session | undefined {
    return Object.values(this.kept.sessions).find((session) => session.intent === intent)
  }
}
