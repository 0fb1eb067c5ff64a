import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '#core/contract/errors'
import { addressWithoutMailbox } from '#core/contract/mail'
import { ownCompany } from '#core/kit/companies'
import { currentCompanyId } from '#core/kit/scope'
import { admit, renameVouched } from '#core/kit/vouched'
import { offeredLanguages, translate } from '#core/kit/words'
import type { Launch } from './launch_token.js'
import { nameOf } from './names.js'
import type { Platform } from './platforms.js'
import { LaunchRefused, REFUSALS, type Refusal } from './refusal.js'

/** What a platform says of somebody. */
export type Told = Pick<Launch, 'subject' | 'name' | 'email' | 'locale'> & { isAdministrator: boolean }

export type Found =
  | { kind: 'person'; personId: number; membershipId: number; isNew: boolean }
  /** There is an account at that address, and nothing says yet that it is theirs. */
  | { kind: 'unproved'; userId: number }

/**
 * Who somebody of a platform is here: known by platform and subject, else by their address where the platform's word about it
 * counts, else somebody new.
 * @param proved the user who has just shown with their own password that the account at that address is theirs
 * @throws LaunchRefused account_inactive, account_elsewhere, account_unproved
 */
export async function personOf(platform: Platform, told: Told, proved?: number): Promise<Found> {
  const known = await findPerson(platform, told.subject)
  if (known) return known
  const company = await ownCompany()
  // One name for one subject: of two launches at once the second finds what the first made.
  const email = told.email ?? addressWithoutMailbox(nameOf(String(company.id), String(platform.id), told.subject))
  const trusted = told.email === null || platform.trustedDomains.includes(told.email.slice(told.email.lastIndexOf('@') + 1))
  const language = languageOf(told.locale, company.defaultLanguage)
  const person = {
    email,
    firstname: told.name.given || translate(language, 'lti.person.firstname'),
    lastname: told.name.family || (told.name.given ? '' : told.subject.slice(-6)),
    language,
  }
  const keep = (trx: TransactionClientContract, membershipId: number) => keepPerson(trx, platform.id, told, membershipId)
  try {
    const admitted = await admit(person, { create: true, trusted, within: keep, ...(proved !== undefined && { proved }) })
    // What another launch of the same person made meanwhile is what counts.
    const made = await findPerson(platform, told.subject)
    const isNew = admitted.kind === 'member' && admitted.isNew
    if (made && isNew) await db.from('lti_people').where('id', made.personId).update({ is_made: true })
    if (made) return { ...made, isNew }
    if (admitted.kind === 'unproved') return { kind: 'unproved', userId: admitted.userId }
    throw new Error('Somebody was admitted and is not there.')
  } catch (error) {
    const made = error instanceof AppError ? await findPerson(platform, told.subject) : null
    if (made) return made
    if (error instanceof AppError && error.status === 409 && (REFUSALS as readonly string[]).includes(error.code)) {
      throw new LaunchRefused(error.code as Refusal)
    }
    throw error
  }
}

/** A platform changed somebody's name: ours follows where their account is that platform's making. */
export async function renamePerson(
  { personId, membershipId }: { personId: number; membershipId: number },
  name: Told['name'],
): Promise<void> {
  if (!name.given) return
  const row: { firstname: string; lastname: string } | null = await db
    .from('lti_people as p')
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .where({ 'p.id': personId, 'p.is_made': true })
    .select('m.firstname', 'm.lastname')
    .first()
  if (!row || (row.firstname === name.given && row.lastname === name.family)) return
  await renameVouched(membershipId, { firstname: name.given, lastname: name.family }).catch((error: unknown) => {
    // Somebody else's too by now: their name is their own.
    if (!(error instanceof AppError)) throw error
  })
}

async function findPerson({ id }: Platform, sub: string): Promise<Extract<Found, { kind: 'person' }> | null> {
  const [row] = (await db
    .from('lti_people')
    .where({ company_id: currentCompanyId(), platform_id: id, sub })
    .update({ last_used_at: new Date() })
    .returning(['id', 'membership_id'])) as { id: number; membership_id: number }[]
  return row ? { kind: 'person', personId: row.id, membershipId: row.membership_id, isNew: false } : null
}

async function keepPerson(trx: TransactionClientContract, platformId: number, told: Told, membershipId: number): Promise<void> {
  await trx.rawQuery(
    `insert into lti_people (company_id, platform_id, sub, membership_id, is_administrator, last_used_at)
       select m.company_id, p.id, ?, m.id, ?, now() from core_memberships m join lti_platforms p on p.company_id = m.company_id
        where m.id = ? and p.id = ?
     on conflict (company_id, platform_id, sub) do nothing`,
    [told.subject, told.isAdministrator, membershipId, platformId] as never,
  )
}

function languageOf(locale: string | null, fallback: string): string {
  const code = locale?.slice(0, 2).toLowerCase().replace(/^et$/, 'est')
  return code && offeredLanguages().includes(code) ? code : fallback
}
