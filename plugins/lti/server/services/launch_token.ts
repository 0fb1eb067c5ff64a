import { type JWTPayload, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { isOrigin } from '#core/kit/entry'
import { CLAIM, LTI_VERSION, type LtiRole, SCOPE, part, roleOf, textOf, textsOf } from './claims.js'
import { keyOf, keyOfPem } from './key_sets.js'
import { LaunchRefused } from './refusal.js'
import { emailOf, namesOf } from './said.js'
import type { LoginState } from './state.js'

/** A launch of a class is about 4 kB. */
const MAX_TOKEN = 64_000
const CLOCK_SECONDS = 60
const MAX_AGE_SECONDS = 10 * 60
const MESSAGES = ['LtiResourceLinkRequest', 'LtiDeepLinkingRequest'] as const
export type LaunchMessage = (typeof MESSAGES)[number]

/** Its platform is looked up by the token's own claims; nothing is trusted yet. */
export interface Claimed {
  issuer: string
  clientId: string
  deployment: string
}

/** The data that verifies a platform's token. */
export interface PlatformKeys {
  issuer: string
  clientId: string
  jwksUrl: string | null
  publicKey: string | null
}

/** A launch as it was signed. */
export interface Launch {
  message: LaunchMessage
  deployment: string
  subject: string
  /** When the token expires, as signed. */
  expiresAt: Date
  roles: LtiRole
  name: { given: string; family: string }
  email: string | null
  locale: string | null
  context: { id: string; title: string } | null
  resourceLink: { id: string; title: string } | null
  custom: Record<string, unknown>
  target: string
  grades: { lineItem: string | null; lineItems: string | null; scopes: string[] }
  rosterUrl: string | null
  /** An origin of the platform, according to the platform. */
  returnUrl: string | null
  deepLink: { returnUrl: string; types: string[]; several: boolean; data: string | null } | null
}

/**
 * Reads the unverified claims of a token.
 * @throws LaunchRefused token_missing, token_malformed, audience, deployment_unknown
 */
export function claimedBy(token: unknown): Claimed {
  if (token === undefined || token === '') throw new LaunchRefused('token_missing')
  if (typeof token !== 'string' || token.length > MAX_TOKEN) throw new LaunchRefused('token_malformed')
  let claims: JWTPayload & Record<string, unknown>
  try {
    claims = decodeJwt(token)
  } catch {
    throw new LaunchRefused('token_malformed')
  }
  const issuer = textOf(claims.iss)
  const audiences = textsOf(Array.isArray(claims.aud) ? claims.aud : [claims.aud])
  // With several audiences only the authorized party is addressed.
  const clientId = audiences.length > 1 ? textOf(claims.azp) : (audiences[0] ?? null)
  if (!issuer) throw new LaunchRefused('issuer')
  if (!clientId) throw new LaunchRefused(audiences.length > 1 ? 'authorized_party' : 'audience')
  const deployment = textOf(claims[CLAIM.deployment], 255)
  if (!deployment) throw new LaunchRefused('deployment_unknown')
  return { issuer, clientId, deployment }
}

/**
 * Verifies a token against its platform and the login that it answers.
 * @param home this platform's own origin: a launch leads nowhere else
 * @throws LaunchRefused with the reason
 */
export async function verifyLaunch(token: string, platform: PlatformKeys, state: LoginState, home: string): Promise<Launch> {
  const claims = await verified(token, platform)
  if (claims.azp !== undefined && claims.azp !== platform.clientId) throw new LaunchRefused('authorized_party', textOf(claims.azp, 100))
  if (typeof claims.nonce !== 'string' || claims.nonce !== state.nonce) throw new LaunchRefused('nonce')
  if (claims[CLAIM.version] !== LTI_VERSION) throw new LaunchRefused('version', textOf(claims[CLAIM.version], 50))
  const message = MESSAGES.find((each) => each === claims[CLAIM.messageType])
  if (!message) throw new LaunchRefused('message_type', textOf(claims[CLAIM.messageType], 100))
  const subject = textOf(claims.sub, 255)
  if (!subject) throw new LaunchRefused('subject_missing')
  const deployment = String(claims[CLAIM.deployment])
  return {
    message,
    deployment,
    subject,
    // An older launch is refused, however late its own expiry is.
    expiresAt: new Date(Math.min(Number(claims.exp), Date.now() / 1000 + MAX_AGE_SECONDS + CLOCK_SECONDS) * 1000),
    ...whoOf(claims),
    ...whereOf(claims, message, home),
  }
}

async function verified(token: string, { issuer, clientId, jwksUrl, publicKey }: PlatformKeys): Promise<JWTPayload> {
  const key = await signingKey(token, jwksUrl, publicKey)
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['RS256'],
      issuer,
      audience: clientId,
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      requiredClaims: ['exp', 'iat', 'nonce'],
    })
    return payload
  } catch (error) {
    throw reasonOf(error)
  }
}

async function signingKey(token: string, jwksUrl: string | null, publicKey: string | null) {
  let header: ReturnType<typeof decodeProtectedHeader>
  try {
    header = decodeProtectedHeader(token)
  } catch {
    throw new LaunchRefused('token_malformed')
  }
  // Checked before any key is fetched: a token signed with a secret, or unsigned, needs no key of theirs.
  if (header.alg !== 'RS256') throw new LaunchRefused('algorithm', textOf(header.alg, 20))
  if (!jwksUrl) return keyOfPem(publicKey ?? '').catch(() => Promise.reject(new LaunchRefused('kid_unknown')))
  if (!textOf(header.kid, 500)) throw new LaunchRefused('kid_missing')
  return keyOf(jwksUrl, header.kid!)
}

const BY_CLAIM = { iss: 'issuer', aud: 'audience', exp: 'expired', iat: 'issued_at', nbf: 'issued_at', nonce: 'nonce' } as const

function reasonOf(error: unknown): LaunchRefused {
  if (error instanceof errors.JWTExpired) return new LaunchRefused(error.claim === 'iat' ? 'issued_at' : 'expired')
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new LaunchRefused(BY_CLAIM[error.claim as keyof typeof BY_CLAIM] ?? 'token_malformed', error.message.slice(0, 200))
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return new LaunchRefused('signature')
  if (error instanceof errors.JOSEAlgNotAllowed) return new LaunchRefused('algorithm')
  if (error instanceof errors.JOSEError || error instanceof TypeError)
    return new LaunchRefused('token_malformed', error.message.slice(0, 200))
  throw error
}

function whoOf(claims: Record<string, unknown>): Pick<Launch, 'roles' | 'name' | 'email' | 'locale'> {
  return {
    roles: roleOf(textsOf(claims[CLAIM.roles])),
    name: namesOf(claims),
    email: emailOf(claims.email),
    locale: textOf(part(claims, CLAIM.presentation).locale ?? claims.locale, 20),
  }
}

type Where = Omit<Launch, 'message' | 'deployment' | 'subject' | 'expiresAt' | 'roles' | 'name' | 'email' | 'locale'>

function whereOf(claims: Record<string, unknown>, message: LaunchMessage, home: string): Where {
  const context = part(claims, CLAIM.context)
  const link = part(claims, CLAIM.resourceLink)
  const grades = part(claims, CLAIM.grades)
  const target = textOf(claims[CLAIM.target])
  const [contextId, linkId] = [textOf(context.id, 255), textOf(link.id, 255)]
  if (message === 'LtiResourceLinkRequest') {
    if (!linkId) throw new LaunchRefused('resource_missing')
    if (!target || !isOurs(target, home)) throw new LaunchRefused('target', target?.slice(0, 200) ?? null)
  }
  return {
    target: target ?? '',
    context: contextId ? { id: contextId, title: textOf(context.title, 300) ?? textOf(context.label, 300) ?? '' } : null,
    resourceLink: linkId ? { id: linkId, title: textOf(link.title, 300) ?? '' } : null,
    custom: part(claims, CLAIM.custom),
    grades: {
      lineItem: textOf(grades.lineitem),
      lineItems: textOf(grades.lineitems),
      scopes: textsOf(grades.scope).filter((scope) => scope === SCOPE.score || scope === SCOPE.lineItem),
    },
    rosterUrl: textOf(part(claims, CLAIM.roster).context_memberships_url),
    returnUrl: textOf(part(claims, CLAIM.presentation).return_url),
    deepLink: message === 'LtiDeepLinkingRequest' ? deepLinkOf(claims) : null,
  }
}

/** @throws LaunchRefused return_missing */
function deepLinkOf(claims: Record<string, unknown>): Launch['deepLink'] {
  const settings = part(claims, CLAIM.deepLinking)
  const returnUrl = textOf(settings.deep_link_return_url)
  // Its origin goes into a header (html.ts).
  if (!returnUrl || !isWebAddress(returnUrl) || !isOrigin(new URL(returnUrl).origin)) throw new LaunchRefused('return_missing')
  return {
    returnUrl,
    types: textsOf(settings.accept_types, 20),
    several: settings.accept_multiple === true || settings.accept_multiple === 'true',
    data: textOf(settings.data, 8000),
  }
}

export function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return (protocol === 'https:' || protocol === 'http:') && !username && !password
}

/** A launch leads to our launch address, whatever it says: exactly that address or with a course in its query. */
export function isOurs(target: string, home: string): boolean {
  if (!URL.canParse(target)) return false
  const url = new URL(target)
  return url.origin === home && url.pathname === '/lti/launch'
}
