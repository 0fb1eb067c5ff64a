import { isPlainLine } from '#core/contract/plain_line'
import type { FederatedPerson } from '#core/kit/federation'
import { isInDomains } from '../../settings.js'
import { SignInProblem } from './problem.js'

/** A person's identity at the provider: issuer and subject are permanent, the rest is used the first time. */
export interface Claimed {
  issuer: string
  subject: string
  person: FederatedPerson
}

const EMAIL = /^[^\s@<>"]{1,64}@[a-z0-9.-]{1,190}$/

const line = (value: unknown): string => {
  const text = typeof value === 'string' ? value.trim().slice(0, 100) : ''
  return isPlainLine(text) ? text : ''
}
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** A first and a last name, derived from the address when no name is given. A person with one name has no last name. Pure. */
export function namesOf({ given, family, full, email }: { given: unknown; family: unknown; full: unknown; email: string }) {
  const [firstname, lastname] = [line(given), line(family)]
  if (firstname && lastname) return { firstname, lastname }
  // Directories also write `Vries, Jan de`.
  const [, behind = '', front = line(full)] = /^([^,]+),([^,]+)$/.exec(line(full)) ?? []
  const words = `${front} ${behind}`.split(/\s+/).filter(Boolean)
  if (firstname) return { firstname, lastname: words[0] === firstname ? words.slice(1).join(' ') : '' }
  const ofAddress = () => email.slice(0, email.indexOf('@')).split(/[._]+/).filter(Boolean).map(capital)
  const parts = words.length ? words : lastname ? [lastname] : ofAddress()
  const first = parts[0] || email
  return { firstname: first, lastname: lastname === first ? '' : lastname || parts.slice(1).join(' ') }
}

/**
 * Reads a provider's claims about a person, strictly: an address is accepted when the provider has verified it and it is in the company's
 * own domains. Pure.
 * @throws SignInProblem no_email, unverified, domain
 */
export function claimsOf(claims: Readonly<Record<string, unknown>>, { domains }: { domains: readonly string[] }): Claimed {
  const { iss, sub } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string' || !sub || sub.length > 255 || !isPlainLine(sub))
    throw new SignInProblem('provider')
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : ''
  if (!EMAIL.test(email) || !isPlainLine(email)) throw new SignInProblem('no_email')
  // Microsoft Entra has its own claim for this.
  if (claims.email_verified !== true && claims.xms_edov !== true && claims.xms_edov !== '1') throw new SignInProblem('unverified')
  if (!isInDomains(email, domains)) throw new SignInProblem('domain')
  const language = typeof claims.locale === 'string' ? claims.locale.slice(0, 2).toLowerCase() : ''
  const names = namesOf({ given: claims.given_name, family: claims.family_name, full: claims.name, email })
  return { issuer: iss, subject: sub, person: { email, ...names, language: language || 'nl' } }
}
