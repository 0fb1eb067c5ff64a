import { isPlainLine } from '#core/contract/plain_line'

/** The names of LTI's claims and scopes, as 1EdTech writes them. */
const LTI = 'https://purl.imsglobal.org/spec/lti/claim'
const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim'
const AGS = 'https://purl.imsglobal.org/spec/lti-ags'
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps'

export const CLAIM = {
  version: `${LTI}/version`,
  messageType: `${LTI}/message_type`,
  deployment: `${LTI}/deployment_id`,
  target: `${LTI}/target_link_uri`,
  resourceLink: `${LTI}/resource_link`,
  roles: `${LTI}/roles`,
  context: `${LTI}/context`,
  custom: `${LTI}/custom`,
  presentation: `${LTI}/launch_presentation`,
  grades: `${AGS}/claim/endpoint`,
  roster: `${NRPS}/claim/namesroleservice`,
  deepLinking: 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings',
  contentItems: `${DL}/content_items`,
  data: `${DL}/data`,
  message: `${DL}/msg`,
} as const

export const SCOPE = {
  score: `${AGS}/scope/score`,
  lineItem: `${AGS}/scope/lineitem`,
  roster: `${NRPS}/scope/contextmembership.readonly`,
} as const

export const LTI_VERSION = '1.3.0'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Anything that is not an object becomes an empty one. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
/** A member of a claim that is an object, or an empty object. */
export const part = (claims: Json, name: string): Json => objectOf(claims[name])
/** A text of limited length, normalised; null for anything else. */
export function textOf(value: unknown, max = 2000): string | null {
  return typeof value === 'string' && value.length > 0 && value.length <= max && isPlainLine(value) ? value : null
}
export const textsOf = (value: unknown, most = 200): string[] =>
  Array.isArray(value) ? value.slice(0, most).flatMap((each) => textOf(each) ?? []) : []

export type LtiRole = 'learner' | 'instructor' | 'administrator'
const CONTEXT_ROLE = 'http://purl.imsglobal.org/vocab/lis/v2/membership'
const TEACHING =
  /^(?:http:\/\/purl\.imsglobal\.org\/vocab\/lis\/v2\/membership#)?(?:Instructor|ContentDeveloper|Mentor)$|^http:\/\/purl\.imsglobal\.org\/vocab\/lis\/v2\/membership\/Instructor#\w+$/

/**
 * A person's role in the course that they come from. Only roles of that course make an instructor: a teacher of the school who takes this
 * course is a learner here. An administrator is one of the whole system.
 */
export function roleOf(roles: readonly string[]): LtiRole {
  if (
    roles.some(
      (role) => /\/(?:institution|system)\/person#(?:Administrator|SysAdmin)$/.test(role) || role === `${CONTEXT_ROLE}#Administrator`,
    )
  )
    return 'administrator'
  return roles.some((role) => TEACHING.test(role)) ? 'instructor' : 'learner'
}
