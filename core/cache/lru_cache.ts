/** A cache in memory with a fixed number of entries. The least recently used entry goes first. Make one per module, never per request. */
export class Recent<K, V> {
  static readonly #all: { clear(): void }[] = []
  readonly #kept = new Map<K, V>()

  /** @param most number of entries */
  constructor(private readonly most: number) {
    Recent.#all.push(this)
  }

  /** Empties every cache of this process: for tests, which replace the database under a running application. */
  static clearAll(): void {
    for (const cache of Recent.#all) cache.clear()
  }

  get(key: K): V | undefined {
    const value = this.#kept.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    if (this.#kept.size > this.most) this.#kept.delete(this.#kept.keys().next().value!)
  }

  delete(key: K): void {
    this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }
}
