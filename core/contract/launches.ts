/** Why somebody whom another system sends is not let in; each plugin that reads launches throws these. */
export const ARRIVAL_REFUSALS = [
  'token_missing',
  'token_malformed',
  'algorithm',
  'source_unknown',
  'source_off',
  'signature',
  'audience',
  'expired',
  'issued_at',
  'lifetime',
  'subject_missing',
  'payload',
  'replay',
] as const
export type ArrivalRefusal = (typeof ARRIVAL_REFUSALS)[number]

/** Whose refusal it is, once that is known: only then it is written into that company's log. */
export interface RefusedBy {
  readonly companyId: number
  /** The other system, by the name that the company gave it. */
  readonly source: string
}

/** A launch that is refused. `detail`: short, no secret, for whoever looks after the other system. */
export class ArrivalRefused extends Error {
  constructor(
    readonly reason: ArrivalRefusal,
    readonly detail: string | null = null,
    readonly by: RefusedBy | null = null,
  ) {
    super(reason)
  }
}

/** Somebody whom another system sends, verified. */
export interface Arrival {
  readonly companyId: number
  /** The other system: `id` tells its people from those of another one, `name` is what they read. */
  readonly source: { readonly id: string; readonly name: string }
  /** What is used up by coming in: the same a second time is refused. `until`: nothing with this id is taken after it. */
  readonly once: { readonly id: string; readonly until: Date }
  readonly person: {
    /** Theirs alone at that system, for ever. */
    readonly subject: string
    readonly firstname: string
    readonly infix?: string | null
    readonly lastname: string
    /** Lower case; null where the system tells of none. */
    readonly email: string | null
    /** A language tag; null where the system tells of none. */
    readonly locale: string | null
  }
  /** Short name of the course that they come for; null: whatever they find. */
  readonly course: string | null
}

/**
 * How another system sends people without their signing in: the middle part of `/launch/{token}/{integration}/{payload}`.
 * Accounts, enrolling, the log and that each launch counts once are the platform's.
 */
export interface LaunchIntegration {
  /** As it stands in the address: lower case letters, digits and hyphens. */
  readonly name: string
  /**
   * Verifies a launch and says who comes. Runs in no company's scope; changes nothing.
   * @param launch.token what stands after `/launch/`, decoded; of any form and length up to 8,000 characters
   * @param launch.payload what stands behind the integration, decoded, as `a/b`; of any form
   * @throws ArrivalRefused
   */
  readonly read: (launch: { readonly token: string; readonly payload: string }) => Promise<Arrival>
  /**
   * Whether one of its systems (`Arrival.source.id`) still sends people to the running company: whoever it sent a moment ago and who has
   * not said yet who they are comes in no more once it is switched off. Without it each does.
   */
  readonly sends?: (source: string) => Promise<boolean>
}
