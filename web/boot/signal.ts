export interface Signal<T> {
  emit(value: T): void
  /** Returns a function that stops listening. */
  on(listener: (value: T) => void): () => void
}

/**
 * A typed event between layers that may not import each other (the API client does not know the session). Events before the first listener
 * are kept, because the session clock starts before React.
 */
export function createSignal<T = void>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  let unheard: { value: T } | null = null
  return {
    emit(value) {
      if (!listeners.size) unheard = { value }
      for (const listener of listeners) listener(value)
    },
    on(listener) {
      listeners.add(listener)
      if (unheard) listener(unheard.value)
      unheard = null
      return () => void listeners.delete(listener)
    },
  }
}
