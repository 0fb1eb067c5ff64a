import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '#core/contract/errors'
import { addressWithoutMailbox } from '#core/contract/mail'
import { ownCompany } from '#core/kit/companies'
import { admit } from '#core/kit/vouched'
import { offeredLanguages, translate } from '#core/kit/words'
import { nameOf } from './names.js'
import { LaunchRefused, REFUSALS, type Refusal } from './refusal.js'

/** What another system says of somebody. */
export interface Told {
  subject: string
  name: { given: string; infix?: string | null; family: string }
  email: string | null
  locale: string | null
  isAdministrator: boolean
}

/** Whose word it is: a platform's, or that of a system that signs links. */
export interface Vouched {
  /** Theirs alone in the company: an account without an address is named after it. */
  readonly key: string
  /** Of addresses in these domains its word is enough. */
  readonly trustedDomains: readonly string[]
  /** Somebody of theirs who came before; that they come again is noted. */
  find(subject: string): Promise<{ personId: number; membershipId: number } | null>
  /** Keeps who somebody of theirs is here, and whether its word made their account; of two at once the first counts. */
  keep(trx: TransactionClientContract, told: Told, membershipId: number, isMade: boolean): Promise<void>
  /** Whether the same system brought somebody of theirs, with the account at this address, to another company. */
  isSame?(subject: string, email: string): Promise<boolean>
  /** Forgets who somebody of theirs is here. @returns whether they were that */
  forget(subject: string, membershipId: number): Promise<boolean>
}

export type Found =
  | { kind: 'person'; personId: number; membershipId: number; isNew: boolean }
  /** There is an account at that address, and nothing says yet that it is theirs. */
  | { kind: 'unproved'; userId: number; byConfirming: boolean }

interface Knowing {
  /** The user who has just shown, with their own password or by confirming, that the account at that address is theirs. */
  proved?: number | undefined
  /** What is kept beside it in the same transaction, or nothing is. */
  within?: (trx: TransactionClientContract, membershipId: number) => Promise<void>
}

/**
 * Who somebody of another system is here: known by that system and subject, else by their address where its word about that counts,
 * else somebody new.
 * @throws LaunchRefused account_inactive, account_elsewhere, account_unproved; whatever `within` throws
 */
export async function personOf(by: Vouched, told: Told, { proved, within }: Knowing = {}): Promise<Found> {
  const known = await by.find(told.subject)
  if (known) return { kind: 'person', ...known, isNew: false }
  const company = await ownCompany()
  // One name for one subject: of two launches at once the second finds what the first made.
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
    // What another launch of the same person made meanwhile is what counts.
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

/** A language that is offered, of a tag such as `nl-NL`; else the other one. */
export function languageOf(locale: string | null, fallback: string): string {
  const code = locale?.slice(0, 2).toLowerCase().replace(/^et$/, 'est')
  return code && offeredLanguages().includes(code) ? code : fallback
}
