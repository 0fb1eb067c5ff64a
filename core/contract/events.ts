/**
 * A fact in the past tense, `<plugin>.<thing>.<past tense>`. Emitted in the
 * transaction of the change, delivered after commit, at least once.
 */
export interface EventToken<P> {
  readonly name: string
  /** Type only: what listeners receive. */
  readonly payload?: P
}

/** Declares an event; keep it in the owning plugin's `contract/`. Payloads are JSON: ids and plain facts. */
export function defineEvent<P extends object>(name: string): EventToken<P> {
  return Object.freeze({ name })
}

export interface Delivery {
  /** Unique per event: what a listener writes once must be keyed on it or on the facts themselves. */
  readonly eventId: number
  readonly companyId: number
  readonly occurredAt: Date
}

export interface Listener {
  /** Unique within the plugin; names its queue entry in logs. */
  readonly name: string
  readonly event: string
  readonly handle: (payload: never, delivery: Delivery) => Promise<void>
}

/** Binds a handler to an event. It runs in the company's scope and may run more than once. */
export function on<P>(event: EventToken<P>, name: string, handle: (payload: P, delivery: Delivery) => Promise<void>): Listener {
  return { name, event: event.name, handle: handle as Listener['handle'] }
}

/** The facts that an event carries: `PayloadOf<typeof coursePassed>`. */
export type PayloadOf<T> = T extends EventToken<infer P> ? P : never
