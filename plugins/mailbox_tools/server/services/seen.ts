import type { Hash } from 'node:crypto'

/** A power of two. At least half of the slots are free, so that a search is short. */
const FIRST_SLOTS = 1024

/**
 * Remembers hashes in 16 to 32 bytes each: a Set of texts takes about 100, which is too much for the millions of messages of a large mailbox.
 * It compares 64 bits: two of five million different messages are taken for the same with a probability of one in a million.
 */
export class Seen {
  /** Pairs of numbers; 0 and 0 is a free slot. */
  #slots = new Uint32Array(2 * FIRST_SLOTS)
  #size = 0

  /** Adds a hash. @returns whether it is new */
  add(hash: Hash): boolean {
    const digest = hash.digest()
    const [high, low] = [digest.readUInt32LE(0), digest.readUInt32LE(4) || 1]
    const at = this.#find(high, low)
    if (this.#slots[at + 1]) return false
    this.#put(at, high, low)
    if (++this.#size > this.#slots.length / 4) this.#grow()
    return true
  }

  #put(at: number, high: number, low: number): void {
    this.#slots[at] = high
    this.#slots[at + 1] = low
  }

  /** The place of a hash, or the free slot where it belongs. */
  #find(high: number, low: number): number {
    const last = this.#slots.length - 1
    let at = (high * 2) & last
    while (this.#slots[at + 1] && (this.#slots[at] !== high || this.#slots[at + 1] !== low)) at = (at + 2) & last
    return at
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Uint32Array(2 * old.length)
    for (let at = 0; at < old.length; at += 2) if (old[at + 1]) this.#put(this.#find(old[at]!, old[at + 1]!), old[at]!, old[at + 1]!)
  }
}
