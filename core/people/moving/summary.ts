import { createHash } from 'node:crypto'
import { AppError, conflict } from '../../contract/errors.js'
import { translate } from '../../i18n/catalogue.js'
import type { DecidedMoves } from './rules.js'

export type Fate = 'goes' | 'stays' | 'ends' | 'merged' | 'twice'

/** One sentence of what will happen. */
export interface MoveLine {
  fate: Fate
  text: string
}

/** The outcome of a move or merge, as it was tried a moment ago. */
export interface MovePreview {
  lines: MoveLine[]
  /** Sent back with the confirmation. If anything changed meanwhile, the preview is shown again. */
  version: string
}

/** Counts what happens to rows and describes it in words. */
export class Summary {
  readonly #counts = new Map<string, number>()
  readonly #facts: string[] = []

  add(table: string, fate: Fate, count: number): void {
    const key = `${table} ${fate}`
    if (count) this.#counts.set(key, (this.#counts.get(key) ?? 0) + count)
  }

  /** Facts about the whole that are not counts. */
  fact(line: string): void {
    this.#facts.push(line)
  }

  count(table: string, fate: Fate): number {
    return this.#counts.get(`${table} ${fate}`) ?? 0
  }

  preview({ words }: DecidedMoves, lang: string): MovePreview {
    const lines = [...words].flatMap(([table, said]): MoveLine[] =>
      (Object.entries(said) as [Fate, string][]).flatMap(([fate, message]) => {
        const count = this.count(table, fate)
        return count ? [{ fate, text: translate(lang, message, { count }) }] : []
      }),
    )
    const order: Fate[] = ['goes', 'merged', 'stays', 'twice', 'ends']
    lines.sort((one, other) => order.indexOf(one.fate) - order.indexOf(other.fate))
    return { lines, version: this.version }
  }

  get version(): string {
    const all = JSON.stringify([[...this.#counts].sort(), this.#facts])
    return createHash('sha256').update(all).digest('hex').slice(0, 32)
  }

  /** @throws AppError 409 move_changed when it differs from what was confirmed */
  assertIs(version: string): void {
    if (version !== this.version) throw conflict('move_changed')
  }
}

/** The person who confirms types the address, or the name of somebody without one. @throws AppError 422 at `confirm` */
export function assertNamed(confirm: string, { email, name }: { email: string | null; name: string }): void {
  if (confirm.trim().toLowerCase() !== (email ?? name).toLowerCase())
    throw new AppError(422, 'validation_failed', { errors: [{ field: 'confirm', rule: 'other_address' }] })
}

/** Ends the trial by rolling back. */
export class RollbackTrial extends Error {
  constructor(readonly summary: Summary) {
    super('tried only')
  }
}
