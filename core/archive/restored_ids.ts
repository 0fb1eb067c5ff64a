import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CarriedIds } from '../contract/archive.js'

const BATCH = 20_000

/** What each row of an archive is called here. */
export class RestoredIds implements CarriedIds {
  readonly #given = new Map<string, Map<number, number | null>>()
  readonly #asked = new Map<string, Set<number>>()

  constructor(private readonly trx: TransactionClientContract) {}

  /** Says what a row is called; null: it is not here, and who named it does without. */
  set(table: string, id: number, given: number | null): void {
    const ids = this.#given.get(table) ?? new Map<number, number | null>()
    this.#given.set(table, ids.set(id, given))
  }

  knows(table: string, id: number): boolean {
    return this.#given.get(table)?.has(id) ?? false
  }

  of(table: string, id: number): number {
    const given = this.#given.get(table)?.get(id)
    if (given === undefined) throw new Error(`Row ${id} of ${table} was named and never looked at.`)
    return given as number
  }

  /** Notes whom rows name, before anything is written. */
  readonly listening: CarriedIds = {
    of: (table, id) => {
      const ids = this.#asked.get(table) ?? new Set<number>()
      this.#asked.set(table, ids.add(id))
      return id
    },
  }

  /** Numbers that were named and that nothing of the archive has. */
  unknown(table: string): number[] {
    return [...(this.#asked.get(table) ?? [])].filter((id) => !this.knows(table, id))
  }

  named(): string[] {
    return [...this.#asked.keys()]
  }

  /** Takes numbers of a table for these: their own where nobody has it, else new ones. @returns how many are new */
  async take(table: string, ids: readonly number[]): Promise<number> {
    let renumbered = 0
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = ids.slice(at, at + BATCH)
      const { rows } = await this.trx.rawQuery<{ rows: { given: (string | number)[] }[] }>(
        'select core_take_ids(?::regclass, ?::bigint[]) as given',
        [table, batch as never],
      )
      for (const [place, given] of rows[0]!.given.entries()) {
        this.set(table, batch[place]!, Number(given))
        if (Number(given) !== batch[place]) renumbered += 1
      }
    }
    return renumbered
  }
}
