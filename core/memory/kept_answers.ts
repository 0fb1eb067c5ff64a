import { currentScope } from '../tenancy/scope.js'
import { Recent } from './recent.js'

/** Smaller numbers are counted each time: it costs nothing, and people see their own change at once. */
const WORTH_KEEPING = 2000
const KEEP_MS = 30_000
const MOST = 500

const nameOf = (key: readonly unknown[]): string => {
  const scope = currentScope()
  return JSON.stringify([scope?.kind === 'company' ? scope.companyId : 'across', ...key])
}

/**
 * Answers that count many rows, kept for half a minute in their scope; what counts few is asked each time. Who asks while another
 * asks the same waits for that answer: it was begun a moment before.
 * @typeParam T the answer
 */
export class KeptAnswers<T extends object | number> {
  readonly #kept = new Recent<string, { answer: T; until: number }>(MOST)
  readonly #asked = new Map<string, Promise<T>>()
  readonly #wasLarge = new Recent<string, true>(MOST)

  /** @param rowsOf how many rows an answer is about: from 2,000 on it is kept */
  constructor(readonly rowsOf: (answer: T) => number) {}

  /** @param key what decides the answer, beside the scope */
  async get(key: readonly unknown[], ask: () => Promise<T>): Promise<T> {
    const name = nameOf(key)
    return this.#known(name) ?? this.#asked.get(name) ?? this.#ask(name, ask)
  }

  /**
   * Several answers out of one question: those that are kept, and the others asked for together.
   * @param ask gets the places of the keys that are not kept, and gives an answer for each
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
    // Only of what was large before: a small one is counted by each for themselves, after their own change.
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
