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
  /** When it is sent, in milliseconds. */
  at: number
}

interface Kept {
  /** What our server shows it, and what it signs events with: random, so that only this data folder's platform believes them. */
  secretKey: string
  webhookSecret: string
  /** Where it listened last: an address that somebody has open stays the same after a restart. */
  port: number
  sessions: Record<string, Session>
  /** What was answered to which words, by key of idempotency. */
  answers: Record<string, { words: string; status: number; body: string }>
  refunds: Record<string, { intent: string; amount: number }>
  waiting: Waiting[]
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** What the simulator remembers, in a file of its own: it survives what a provider would survive, the end of our process. */
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

  /** One of an intent, which a refund names. */
  ofIntent(intent: string): Session | undefined {
    return Object.values(this.kept.sessions).find((session) => session.intent === intent)
  }
}
