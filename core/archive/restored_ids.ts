import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ArchiveIds } from '../contract/archive.js'

const BATCH = 20_000

/** The id of each row of an archive on this platform. */
export class RestoredIds implements ArchiveIds {
  readonly #given = new Map<string, Map<number, number | null>>()
  readonly #asked = new Map<string, Set<number>>()

  constructor(private readonly trx: TransactionClientContract) {}

  /** Sets a row's id; null: it does not exist here, and rows that refer to it do without. */
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

  /** Records which ids rows refer to, before anything is written. */
  readonly listening: ArchiveIds = {
    of: (table, id) => {
      const ids = this.#asked.get(table) ?? new Set<number>()
      this.#asked.set(table, ids.add(id))
      return id
    },
  }

  /** Ids that rows refer to and that are not in the archive. */
  unknown(table: string): number[] {
    return [...(this.#asked.get(table) ?? [])].filter((id) => !this.knows(table, id))
  }

  named(): string[] {
    return [...this.#asked.keys()]
  }

  /** Assigns ids of a table: their own where free, else new ones. @returns how many are new */
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
