import { ARRIVAL_REFUSALS } from '#core/contract/launches'

/** Reasons that a launch ends without a session. Texts: `lti.refusals.<reason>`. */
export const REFUSALS = [
  ...ARRIVAL_REFUSALS,
  // The request is no launch.
  'malformed',
  // The browser: another one started the login, or it returned too late.
  'state_missing',
  'state_invalid',
  'other_browser',
  // The signer and the audience.
  'platform_unknown',
  'platform_off',
  'deployment_unknown',
  'kid_missing',
  'kid_unknown',
  'keys_unreachable',
  'issuer',
  'authorized_party',
  'nonce',
  // The claims.
  'version',
  'message_type',
  'target',
  'resource_missing',
  'return_missing',
  // The person and the course.
  'course_missing',
  'contract_limit_reached',
  'account_inactive',
  'account_elsewhere',
  'account_unproved',
  'second_factor_needed',
  'not_instructor',
  'too_many',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** A refused launch: explained to the person, and with `detail` to the administrator of the platform. */
export class LaunchRefused extends Error {
  constructor(
    readonly reason: Refusal,
    /** For the launch log: the actual value. Short, and no secret. */
    readonly detail: string | null = null,
  ) {
    super(reason)
  }
}
