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
  /**
   * Unique per event: what a listener writes once must be keyed on it or on the
   * facts themselves. Null in a replay, whose listeners key on the facts.
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
   * It fills a table of this plugin: switched on later, it hears what happened
   * before, too. It must be keyed on the facts (live and replayed ones meet)
   * and have no effect outside its table: no mail, no event.
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

/** A fact of the past as its event would have told it, read from the owner's tables. */
export interface PastFact<P = unknown> {
  /** Where it stands among the others, greater than 0: the next page begins after it. */
  readonly key: number
  readonly payload: P
  readonly occurredAt: Date
}

/** What the owner of an event still knows of those that happened; runs in the company's scope. */
export interface EventHistory<P = unknown> {
  readonly count: () => Promise<number>
  /** By key, ascending. */
  readonly after: (key: number, limit: number) => Promise<readonly PastFact<P>[]>
}

export interface DeclaredHistory {
  readonly event: string
  readonly history: EventHistory
}

/**
 * Declares how an event's past is read, for plugins that are switched on
 * later (`on(…, { replay: true })`). Times must be the same as the event's own.
 */
export function history<P>(event: EventToken<P>, read: EventHistory<P>): DeclaredHistory {
  return { event: event.name, history: read }
}

/** The facts that an event carries: `PayloadOf<typeof coursePassed>`. */
export type PayloadOf<T> = T extends EventToken<infer P> ? P : never
