import { currentScope } from '../tenancy/scope.js'
import { Recent } from './lru_cache.js'

/** Smaller numbers are counted each time: it is cheap, and people see their own changes at once. */
const WORTH_KEEPING = 2000
const KEEP_MS = 30_000
const MAX_ENTRIES = 500

const nameOf = (key: readonly unknown[]): string => {
  const scope = currentScope()
  return JSON.stringify([scope?.kind === 'company' ? scope.companyId : 'across', ...key])
}

/**
 * Cached counts per scope, kept for half a minute; small ones are counted each time. Concurrent callers share one query.
 * @typeParam T the answer
 */
export class LargeResults<T extends object | number> {
  readonly #kept = new Recent<string, { answer: T; until: number }>(MAX_ENTRIES)
  readonly #asked = new Map<string, Promise<T>>()
  readonly #wasLarge = new Recent<string, true>(MAX_ENTRIES)

  /** @param rowsOf the number of rows an answer is about; from 2,000 on it is cached */
  constructor(readonly rowsOf: (answer: T) => number) {}

  /** @param key identifies the answer within the scope */
  async get(key: readonly unknown[], ask: () => Promise<T>): Promise<T> {
    const name = nameOf(key)
    return this.#known(name) ?? this.#asked.get(name) ?? this.#ask(name, ask)
  }

  /**
   * Several answers from one query: cached ones, and the others asked for together.
   * @param ask receives the positions of the keys that are not cached, and returns an answer for each
   */
  async getAll(keys: readonly (readonly unknown[])[], ask: (places: readonly number[]) => Promise<readonly T[]>): Promise<T[]> {
    const names = keys.map(nameOf)
    const answers = names.map((name) => this.#known(name))
    const missing = names.flatMap((_name, place) => (answers[place] === undefined ? [place] : []))
    const asked = missing.length ? await ask(missing) : []
    for (const [index, place] of missing.entries()) {
      answers[place] = asked[index]!
      this.#keep(names[place]!, asked[index]!)
    }
    return answers as T[]
  }

  #known(name: string): T | undefined {
    const known = this.#kept.get(name)
    if (known && known.until > Date.now()) return known.answer
    this.#kept.delete(name)
    return undefined
  }

  #keep(name: string, answer: T): void {
    if (this.rowsOf(answer) >= WORTH_KEEPING) {
      this.#kept.set(name, { answer, until: Date.now() + KEEP_MS })
      this.#wasLarge.set(name, true)
    } else this.#wasLarge.delete(name)
  }

  async #ask(name: string, ask: () => Promise<T>): Promise<T> {
    // Only for counts that were large before. A small one is counted again, to include one's own changes.
    const asking = ask()
    if (this.#wasLarge.get(name)) this.#asked.set(name, asking)
    try {
      const answer = await asking
      this.#keep(name, answer)
      return answer
    } finally {
      this.#asked.delete(name)
    }
  }
}
