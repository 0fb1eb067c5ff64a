/** So many values, kept in memory; the one that was not asked for the longest goes first. */
export class Recent<K, V> {
  readonly #kept = new Map<K, V>()

  /** @param most how many are kept */
  constructor(private readonly most: number) {}

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
