export interface Signal<T> {
  emit(value: T): void
  /** Gives back the function that stops listening. */
  on(listener: (value: T) => void): () => void
}

/**
 * A typed event between layers that may not import one another (the API client
 * does not know the session). What is said before anybody listens is kept: the
 * clock starts before React does.
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
