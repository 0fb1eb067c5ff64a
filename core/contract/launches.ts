/** Reasons to refuse a launch from another system. */
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

/** The company that refuses, once known. Only then is the refusal written to that company's log. */
export interface RefusedBy {
  readonly companyId: number
  /** The other system, by the name that the company gave it. */
  readonly source: string
}

/** A refused launch. `detail` is a short text without secrets for the other system's administrator. */
export class ArrivalRefused extends Error {
  constructor(
    readonly reason: ArrivalRefusal,
    readonly detail: string | null = null,
    readonly by: RefusedBy | null = null,
  ) {
    super(reason)
  }
}

/** A verified launch of a person from another system. */
export interface Arrival {
  readonly companyId: number
  /** The other system: `id` separates its people from those of other systems, `name` is shown. */
  readonly source: { readonly id: string; readonly name: string }
  /** Makes a launch work once: a second launch with this id is refused. `until`: when the launch expires. */
  readonly once: { readonly id: string; readonly until: Date }
  readonly person: {
    /** The person's permanent, unique id at that system. */
    readonly subject: string
    readonly firstname: string
    readonly infix?: string | null
    readonly lastname: string
    /** Lower case; null if the system sends none. */
    readonly email: string | null
    /** A language tag; null if the system sends none. */
    readonly locale: string | null
  }
  /** Short name of the course to open; null: the list of courses. */
  readonly course: string | null
}

/**
 * Lets another system sign people in: the middle part of `/launch/{token}/{integration}/{payload}`. The platform handles
 * accounts, enrolment, the log and single use.
 */
export interface LaunchIntegration {
  /** Its name in the address: lower case letters, digits and hyphens. */
  readonly name: string
  /**
   * Verifies a launch. Runs outside any company's scope and changes nothing.
   * @param launch.token the part after `/launch/`, decoded; unvalidated, up to 8,000 characters
   * @param launch.payload the part after the integration, decoded, as `a/b`; unvalidated
   * @throws ArrivalRefused
   */
  readonly read: (launch: { readonly token: string; readonly payload: string }) => Promise<Arrival>
  /**
   * Whether a system (`Arrival.source.id`) is still on for the running company. Checked again when a person completes their details
   * after the launch. Without it, every system counts as on.
   */
  readonly sends?: (source: string) => Promise<boolean>
}
