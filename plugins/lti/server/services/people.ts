import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '#core/contract/errors'
import { addressWithoutMailbox } from '#core/contract/mail'
import { ownCompany } from '#core/kit/companies'
import { admit } from '#core/kit/federation'
import { offeredLanguages, translate } from '#core/kit/words'
import { nameOf } from './names.js'
import { LaunchRefused, REFUSALS, type Refusal } from './refusal.js'

/** The data of another system about a person. */
export interface LaunchDetails {
  subject: string
  name: { given: string; infix?: string | null; family: string }
  email: string | null
  locale: string | null
  isAdministrator: boolean
}

/** The source that identifies people: a platform, or a system that signs links. */
export interface IdentitySource {
  /** Unique to this person in the company: an account without an address is named after it. */
  readonly key: string
  /** The system's word about addresses in these domains is trusted. */
  readonly trustedDomains: readonly string[]
  /** A known person of the system; records that they returned. */
  find(subject: string): Promise<{ personId: number; membershipId: number } | null>
  /** Stores who a person of the system is here, and whether the system created their account. Of two concurrent calls the first wins. */
  keep(trx: TransactionClientContract, told: LaunchDetails, membershipId: number, isMade: boolean): Promise<void>
  /** Whether the same system linked its person to the account at this address in another company. */
  isSame?(subject: string, email: string): Promise<boolean>
  /** Deletes the identity of a person of the system. @returns whether it existed */
  forget(subject: string, membershipId: number): Promise<boolean>
}

export type Found =
  | { kind: 'person'; personId: number; membershipId: number; isNew: boolean }
  /** An account exists at that address and nothing proves yet that it is theirs. */
  | { kind: 'unproved'; userId: number; byConfirming: boolean }

interface Knowing {
  /** The user who has just proved, with their own password or by confirming, that the account at that address is theirs. */
  proved?: number | undefined
  /** Work in the same transaction: all is stored or nothing is. */
  within?: (trx: TransactionClientContract, membershipId: number) => Promise<void>
}

/**
 * Finds who a person of another system is here: by that system and subject, else by their address when the system's word about it is
 * trusted, else a new person.
 * @throws LaunchRefused account_inactive, account_elsewhere, account_unproved; whatever `within` throws
 */
export async function personOf(by: IdentitySource, told: LaunchDetails, { proved, within }: Knowing = {}): Promise<Found> {
  const known = await by.find(told.subject)
  if (known) return { kind: 'person', ...known, isNew: false }
  const company = await ownCompany()
  // One lock name per subject: of two concurrent launches the second finds the rows of the first.
  const email = told.email ?? addressWithoutMailbox(nameOf(String(company.id), by.key, told.subject))
  const trusted = told.email === null || by.trustedDomains.includes(told.email.slice(told.email.lastIndexOf('@') + 1))
  const language = languageOf(told.locale, company.defaultLanguage)
  const person = {
    email,
    firstname: told.name.given || (told.name.family ? '' : translate(language, 'lti.person.firstname')),
    infix: told.name.infix ?? null,
    lastname: told.name.family || (told.name.given ? '' : told.subject.slice(-6)),
    language,
  }
  const keep = async (trx: TransactionClientContract, membershipId: number, isMade: boolean) => {
    await by.keep(trx, told, membershipId, isMade)
    await within?.(trx, membershipId)
  }
  try {
    const admitted = await admit(person, {
      ...{ create: true, trusted, within: keep },
      ...(proved !== undefined && { proved }),
      ...(by.isSame && { isSame: () => by.isSame!(told.subject, email) }),
    })
    // The result of a concurrent launch of the same person wins.
    const made = await by.find(told.subject)
    const isNew = admitted.kind === 'member' && admitted.isNew
    if (made) return { kind: 'person', ...made, isNew }
    if (admitted.kind !== 'member') return admitted
    throw new Error('Somebody was admitted and is not there.')
  } catch (error) {
    const made = error instanceof AppError ? await by.find(told.subject) : null
    if (made) return { kind: 'person', ...made, isNew: false }
    if (error instanceof AppError && error.status === 409 && (REFUSALS as readonly string[]).includes(error.code)) {
      throw new LaunchRefused(error.code as Refusal)
    }
    throw error
  }
}

/** A supported language for a tag such as `nl-NL`; else the other one. */
export function languageOf(locale: string | null, fallback: string): string {
  const code = locale?.slice(0, 2).toLowerCase().replace(/^et$/, 'est')
  return code && offeredLanguages().includes(code) ? code : fallback
}
