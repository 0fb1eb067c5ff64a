import { SignJWT, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { AppError } from '#core/contract/errors'
import { type Arrival, type ArrivalRefusal, ArrivalRefused, type LaunchIntegration, type RefusedBy } from '#core/contract/launches'
import { currentCompanyId, inCompanyOfToken } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { textOf } from './claims.js'
import { emailOf, namesOf } from './said.js'
import { type SourceKeys, sourceByName, sourceByToken } from './sources.js'

/** Links are created a moment before they are opened. */
export const MAX_LIFE_SECONDS = 10 * 60
const CLOCK_SECONDS = 60
/** It is part of an address. */
const MAX_TOKEN = 6000
const SHORTEST_ID = 8

/** The built-in integration: a system signs a link with the secret that it shares with the company (JWT, HS256). @throws ArrivalRefused */
export const readSignedLink: LaunchIntegration['read'] = async ({ token, payload }) => {
  const issuer = issuerOf(token)
  return inCompanyOfToken({ plugin: 'lti', table: 'lti_sources', token: issuer }, async () => {
    const source = await sourceByToken(issuer)
    const by = { companyId: currentCompanyId(), source: source.name }
    if (!source.isActive) throw new ArrivalRefused('source_off', null, by)
    const claims = await verified(token, source, by)
    return { companyId: by.companyId, source: { id: String(source.id), name: source.name }, ...saidBy(claims, { payload, by }) }
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 404 ? new ArrivalRefused('source_unknown', issuer.slice(0, 100)) : error
  })
}

/** The system named in the link; nothing is trusted yet. @throws ArrivalRefused */
function issuerOf(token: string): string {
  if (!token) throw new ArrivalRefused('token_missing')
  if (token.length > MAX_TOKEN) throw new ArrivalRefused('token_malformed')
  try {
    const { alg } = decodeProtectedHeader(token)
    if (alg !== 'HS256') throw new ArrivalRefused('algorithm', textOf(alg, 20))
    const issuer = textOf(decodeJwt(token).iss, 100)
    if (issuer) return issuer
  } catch (error) {
    if (error instanceof ArrivalRefused) throw error
    throw new ArrivalRefused('token_malformed')
  }
  throw new ArrivalRefused('source_unknown')
}

/** Verifies a link with each valid secret: for a while after a change there are two. @throws ArrivalRefused */
async function verified(token: string, source: SourceKeys, by: RefusedBy): Promise<Record<string, unknown>> {
  const audience = await platformUrl('')
  let refused = new ArrivalRefused('signature', null, by)
  for (const secret of source.secrets) {
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ['HS256'],
        audience,
        clockTolerance: CLOCK_SECONDS,
        maxTokenAge: MAX_LIFE_SECONDS,
        requiredClaims: ['iss', 'aud', 'exp', 'iat', 'jti'],
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      refused = reasonOf(error, by)
      break
    }
  }
  throw refused
}

const BY_CLAIM: Readonly<Record<string, ArrivalRefusal>> = { aud: 'audience', exp: 'expired', iat: 'issued_at', nbf: 'issued_at' }

function reasonOf(error: unknown, by: RefusedBy): ArrivalRefused {
  if (error instanceof errors.JWTExpired) return new ArrivalRefused(error.claim === 'iat' ? 'issued_at' : 'expired', null, by)
  if (error instanceof errors.JWTClaimValidationFailed)
    return new ArrivalRefused(BY_CLAIM[error.claim] ?? 'token_malformed', error.message.slice(0, 200), by)
  if (error instanceof errors.JOSEError || error instanceof TypeError)
    return new ArrivalRefused('token_malformed', error.message.slice(0, 200), by)
  throw error
}

function saidBy(
  claims: Record<string, unknown>,
  { payload, by }: { payload: string; by: RefusedBy },
): Pick<Arrival, 'once' | 'person' | 'course'> {
  const refuse = (reason: ArrivalRefusal, detail: string | null = null): never => {
    throw new ArrivalRefused(reason, detail, by)
  }
  const [exp, iat] = [Number(claims.exp), Number(claims.iat)]
  // Even when signed: a link that works for a day could be found in a mailbox by somebody else.
  if (exp - iat > MAX_LIFE_SECONDS) refuse('lifetime', `${exp - iat} s`)
  const id = textOf(claims.jti, 200)
  if (!id || id.length < SHORTEST_ID) return refuse('token_malformed', 'jti')
  const subject = textOf(claims.sub, 255)
  if (!subject) return refuse('subject_missing')
  const course = claims.course === undefined ? null : textOf(claims.course, 200)
  // An unsigned part of the address must not determine the target.
  if ((course ?? '') !== payload || (course === null && claims.course !== undefined)) refuse('payload', payload.slice(0, 100))
  const { given, family } = namesOf(claims)
  return {
    once: { id, until: new Date(exp * 1000) },
    person: { subject, firstname: given, lastname: family, email: emailOf(claims.email), locale: textOf(claims.locale, 20) },
    course,
  }
}

/** A link as a system of the current company would sign it; null when no such system is switched on. */
export async function signTrial(name: string, claims: { sub: string; jti: string; course?: string }): Promise<string | null> {
  const source = await sourceByName(name)
  const [secret] = source?.isActive ? source.secrets : []
  if (!source || !secret) return null
  const now = Math.floor(Date.now() / 1000)
  const audience = await platformUrl('')
  const token = await new SignJWT({ ...claims, iss: source.issuer, aud: audience, iat: now, exp: now + MAX_LIFE_SECONDS })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(secret)
  return `${audience}/launch/${token}/signed-link${claims.course ? `/${encodeURIComponent(claims.course)}` : ''}`
}
