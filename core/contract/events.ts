/**
 * A fact in the past tense, `<plugin>.<thing>.<past tense>`. Emitted in the
 * transaction of the change, delivered after commit, at least once.
 */
export interface EventToken<P> {
  readonly name: string
  /** Type only: the payload that listeners receive. */
  readonly payload?: P
}

/** Declares an event; keep it in the owning plugin's `contract/`. Payloads are JSON: ids and plain facts. */
export function defineEvent<P extends object>(name: string): EventToken<P> {
  return Object.freeze({ name })
}

export interface Delivery {
  /**
   * Unique per event. Listeners use it, or the facts themselves, as a key to write only
   * once. Null in a replay, whose listeners use the facts.
   */
  readonly eventId: number | null
  readonly companyId: number
  readonly occurredAt: Date
}

export interface Listener {
  /** Unique within the plugin; names its queue entry in logs. */
  readonly name: string
  readonly event: string
  readonly handle: (payload: never, delivery: Delivery) => Promise<void>
  /**
   * For listeners that fill a table of their plugin: when the plugin is switched on
   * later, past events are replayed. Use the facts as keys, since live and replayed
   * events overlap, and write to that table only: send no mail and emit no event.
   */
  readonly replay?: boolean
}

/** Binds a handler to an event. It runs in the company's scope and may run more than once. */
export function on<P>(
  event: EventToken<P>,
  name: string,
  handle: (payload: P, delivery: Delivery) => Promise<void>,
  options: Pick<Listener, 'replay'> = {},
): Listener {
  return { name, event: event.name, handle: handle as Listener['handle'], ...options }
}

/** A past event, reconstructed from the owner's tables. */
export interface PastFact<P = unknown> {
  /** Its position, greater than 0. The next page starts after it. */
  readonly key: number
  readonly payload: P
  readonly occurredAt: Date
}

/** Reads the past events that the owner still knows of, in the company's scope. */
export interface EventHistory<P = unknown> {
  readonly count: () => Promise<number>
  /** The facts after a key, in ascending order. */
  readonly after: (key: number, limit: number) => Promise<readonly PastFact<P>[]>
}

export interface DeclaredHistory {
  readonly event: string
  readonly history: EventHistory
}

/**
 * Declares how past events are read, for plugins that are switched on later
 * (`on(…, { replay: true })`). Times must equal those of the original events.
 */
export function history<P>(event: EventToken<P>, read: EventHistory<P>): DeclaredHistory {
  return { event: event.name, history: read }
}

/** The facts that an event carries: `PayloadOf<typeof coursePassed>`. */
export type PayloadOf<T> = T extends EventToken<infer P> ? P : never
