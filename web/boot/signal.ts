export interface Signal<T> {
  emit(value: T): void
  /** Gives back the function that stops listening. */
  on(listener: (value: T) => void): () => void
}

/** A typed event between layers that may not import one another (the API client does not know the session). */
export function createSignal<T = void>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    emit: (value) => listeners.forEach((listener) => listener(value)),
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
