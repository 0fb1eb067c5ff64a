import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '../contract/errors.js'
import { type GivenName, type PersonName, nameProblems } from '../contract/full_name.js'
import { refuse } from '../accounts/account_rules.js'
import { inOwnScope } from '../accounts/to_person.js'
import { saveFrom, versionOf } from '../database/versions.js'
import { answersOf, type ShownAnswer } from '../registration/answers.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/** Names, birthdate and gender: they belong to the person, in every company. */
export interface Details extends PersonName {
  /** `yyyy-mm-dd` */
  birthdate: string | null
  gender: 'male' | 'female' | 'unknown'
}

/** The mails that a membership receives in one company. */
export interface Consents {
  receive_emails: boolean
  /** Mail that is not about the account goes here instead; null: to the person's own address. */
  forward_emails_to: string | null
}

/** The same, as a form sends it. */
export type GivenDetails<D extends Details = Details> = Omit<D, keyof PersonName> & GivenName

export type Versioned<T> = T & { updated_at: string }

/** The participant of specification, section 3, as they see themselves. Times are ISO 8601. */
export interface OwnProfile {
  email: string | null
  details: Versioned<Details>
  /** Null for an admin, who is a member of no company. */
  membership:
    | (Versioned<Consents> & {
        works_at: string
        status: string
        registration_type: string
        added_by: string | null
        registration_date: string
        skillset: string[]
        entitlements: string[]
        /** The company's own questions, in its words. */
        extra_info: ShownAnswer[]
        /** The company writes to its participants itself: only mail about the account is sent. */
        no_direct_communication: boolean
      })
    | null
  /** False for a person who arrived by a launch and never set one. */
  has_password: boolean
  /** The password is the code that belongs to a personnel number. */
  signs_in_by_code: boolean
}

const DETAILS = ['firstname', 'infix', 'lastname', 'gender']

async function readDetails(userId: number, client: Pick<TransactionClientContract, 'from' | 'raw'> = db): Promise<Versioned<Details>> {
  const row: Versioned<Details> | null = await client
    .from('core_users')
    .where('id', userId)
    .select(DETAILS)
    .select(db.raw('birthdate::text as birthdate'), db.raw(`${versionOf('updated_at')} as updated_at`))
    .first()
  if (!row) throw notFound()
  return row
}

async function readConsents(id: number, client: Pick<TransactionClientContract, 'from' | 'raw'> = db): Promise<Versioned<Consents>> {
  const row: Versioned<Consents> | null = await client
    .from('core_memberships')
    .where('id', id)
    .select('receive_emails', 'forward_emails_to')
    .select(db.raw(`${versionOf('updated_at')} as updated_at`))
    .first()
  if (!row) throw notFound()
  return row
}

/** Everything on /profiel. */
export async function ownProfile(session: Session): Promise<OwnProfile> {
  const { userId, membershipId } = session
  const account = await asSystem('profile.account', () =>
    db
      .from('core_users')
      .where('id', userId)
      .select(
        db.raw('core_mailbox(email) as email'),
        db.raw('password is not null as has_password, code_kind is not null as signs_in_by_code'),
      )
      .firstOrFail(),
  )
  return inOwnScope(session, async () => ({
    ...account,
    details: await readDetails(userId),
    membership: membershipId
      ? { ...(await readConsents(membershipId)), ...(await readMembership(membershipId, session.row.language)) }
      : null,
  }))
}

async function readMembership(id: number, language: string) {
  const row = await db
    .from('core_memberships as m')
    .join('core_companies as c', 'c.id', 'm.company_id')
    .leftJoin('core_users as a', 'a.id', 'm.added_by')
    .where('m.id', id)
    .select('m.status', 'm.registration_type', 'm.created_at', 'm.skillset', 'm.entitlements', 'm.role')
    .select('c.name as works_at', 'c.no_direct_communication')
    .select(db.raw(`core_full_name(a.firstname, a.infix, a.lastname) as added_by`))
    .firstOrFail()
  const { created_at: joined, role, no_direct_communication: isSilent, ...rest } = row
  return {
    ...rest,
    extra_info: await answersOf(id, language),
    registration_date: (joined as Date).toISOString(),
    no_direct_communication: isSilent && role === 'leerling',
  }
}

/**
 * Saves a person's details, unless somebody else did since they were loaded.
 * @throws AppError 422 firstname_mandatory, lastname_mandatory; 409 changed_meanwhile; 404
 */
export async function saveDetails(userId: number, { updated_at: version, ...sent }: Versioned<GivenDetails>): Promise<Versioned<Details>> {
  refuse(nameProblems(sent))
  await saveFrom({ table: 'core_users', id: userId, version, sent: { ...sent }, current: (trx) => readDetails(userId, trx) }, (trx) =>
    trx.from('core_users').where('id', userId).update(sent),
  )
  return readDetails(userId)
}

/** Saves what a member receives. @throws AppError 409 changed_meanwhile; 404 */
export async function saveConsents(id: number, { updated_at: version, ...sent }: Versioned<Consents>): Promise<Versioned<Consents>> {
  await saveFrom({ table: 'core_memberships', id, version, sent: { ...sent }, current: (trx) => readConsents(id, trx) }, (trx) =>
    trx.from('core_memberships').where('id', id).update(sent),
  )
  return readConsents(id)
}
