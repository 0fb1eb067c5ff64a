import { ARRIVAL_REFUSALS } from '#core/contract/launches'

/** Why a launch ends before there is a session. The words stand in the messages: `lti.refusals.<reason>`. */
export const REFUSALS = [
  ...ARRIVAL_REFUSALS,
  // What came is no launch.
  'malformed',
  // The browser: who began is not who came back, or too late.
  'state_missing',
  'state_invalid',
  'other_browser',
  // Who signed it, and for whom.
  'platform_unknown',
  'platform_off',
  'deployment_unknown',
  'kid_missing',
  'kid_unknown',
  'keys_unreachable',
  'issuer',
  'authorized_party',
  'nonce',
  // What it says.
  'version',
  'message_type',
  'target',
  'resource_missing',
  'return_missing',
  // Whom and what it is about.
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

/** A launch that is refused: said to the person in words, and to whoever looks after the platform with `detail`. */
export class LaunchRefused extends Error {
  constructor(
    readonly reason: Refusal,
    /** For the log of launches: what was there instead. Short, and no secret. */
    readonly detail: string | null = null,
  ) {
    super(reason)
  }
}
