/** A typed service that one plugin provides and others can use. */
export interface ServiceToken<T> {
  readonly name: string
  readonly service?: T
}

/** Declares a service; keep it in the owning plugin's `contract/`. */
export function defineService<T>(name: string): ServiceToken<T> {
  return Object.freeze({ name })
}

export interface ProvidedService {
  readonly token: string
  readonly make: () => Promise<unknown>
}

/** Provides a service; `make` runs once, on first use. */
export function provide<T>(token: ServiceToken<T>, make: () => Promise<T>): ProvidedService {
  return { token: token.name, make }
}
