import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid } from '../contract/errors.js'
import { type GivenName, infixBeside } from '../contract/full_name.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import type { MemberState } from '../contract/member_states.js'
import type { Role } from '../contract/roles.js'
import { emit } from '../events/outbox.js'
import { supported } from '../i18n/catalogue.js'
import { asSystem, currentCompanyId, inCompany } from '../tenancy/scope.js'
import { countedAs, limitSignIn } from './attempts.js'

// Sign-in through a company's own directory. The directory is trusted only for accounts that belong to no other company.
// An account that also belongs to another company or to the platform asks for its password once (decision 0114).

/** A person as the company's directory knows them. */
export interface FederatedPerson extends GivenName {
  email: string
  /** One without texts becomes English. */
  language: string
}

export interface Admission {
  /** Whether an unknown person becomes a member, as a participant. */
  create: boolean
  /** The user who has just proved with their password that this is their account. */
  proved?: number | undefined
  /**
   * Whether the directory is trusted about the address. Default true. Otherwise the owner of an account at that address proves it with
   * their password.
   */
  trusted?: boolean
  /**
   * Whether the same directory created the account in another company. Then one confirmation replaces the password that it does not have.
   */
  isSame?: () => Promise<boolean>
  /** Whether a new member is active at once. Default true. */
  active?: boolean
  /** Saves more about the person in the same transaction, in the company's scope. `isNew`: the account is being created. */
  within?: (trx: TransactionClientContract, membershipId: number, isNew: boolean) => Promise<void>
}

export type Admitted =
  | { kind: 'member'; membershipId: number; userId: number; isNew: boolean }
  /** The account belongs to more than this company. Its owner proves it first, by password or, with `isSame`, by confirming. */
  | { kind: 'unproved'; userId: number; byConfirming: boolean }

interface Known {
  id: number
  platform_role: Role | null
  password: string | null
  code_kind: string | null
}
interface Membership {
  id: number
  company_id: number
  status: string
  state: MemberState
}

/**
 * Finds the member of the running company with an address, or creates one, with the person's row locked so that concurrent calls create
 * one.
 * @throws AppError 409 no_account (nobody, and none may be created); account_inactive; account_elsewhere (the platform's, or another
 * company's without a password); account_unproved (this company's without a password, from an untrusted source)
 */
export async function admit(
  person: FederatedPerson,
  { create, proved, trusted = true, isSame, active = true, within }: Admission,
): Promise<Admitted> {
  const companyId = currentCompanyId()
  const keep = (trx: TransactionClientContract, membershipId: number, isNew: boolean) =>
    inCompany(companyId, async () => within?.(trx, membershipId, isNew))
  return asSystem('federation.admit', () =>
    db.transaction(async (trx) => {
      const fresh = create ? await insertPerson(trx, person) : null
      const user: Known | null = await trx
        .from('core_users')
        .where('email', person.email)
        .forUpdate()
        .select('id', 'platform_role', 'password', 'code_kind')
        .first()
      if (!user) throw conflict('no_account')
      if (user.platform_role) throw conflict('account_elsewhere')
      const memberships: Membership[] = await trx.from('core_memberships').where('user_id', user.id).forUpdate()
      const here = memberships.find((membership) => membership.company_id === companyId)
      const isElsewhere = memberships.some((membership) => membership.company_id !== companyId)
      const isTheirOwn = isElsewhere || (!here && user.password !== null) || (!trusted && !fresh)
      if (here && here.state === 'inactive') throw conflict('account_inactive')
      if (!here && !create) throw conflict('no_account')
      if (isTheirOwn && proved !== user.id) {
        // A sign-in code of another company is no password here: its supervisor may know it.
        if (user.password === null || (isElsewhere && user.code_kind !== null)) {
          if (isElsewhere && isSame && (await inCompany(companyId, isSame)))
            return { kind: 'unproved', userId: user.id, byConfirming: true }
          throw conflict(isElsewhere ? 'account_elsewhere' : 'account_unproved')
        }
        return { kind: 'unproved', userId: user.id, byConfirming: false }
      }
      // A person who only started to register has no name yet.
      if (!here && !isTheirOwn && !fresh) await nameThem(trx, user.id, person)
      if (trusted || proved === user.id)
        await trx.from('core_users').where('id', user.id).whereNull('email_verified_at').update({ email_verified_at: new Date() })
      if (here?.status === 'active') {
        await keep(trx, here.id, false)
        return { kind: 'member', membershipId: here.id, userId: user.id, isNew: false }
      }
      const status = here || active ? 'active' : 'inactive'
      const membershipId = here ? await takeInvitation(trx, here.id) : await join(trx, user.id, companyId, status)
      await keep(trx, membershipId, !here)
      await inCompany(companyId, () => emit(trx, membershipStatusChanged, { membershipId, status, changedBy: user.id }))
      return { kind: 'member', membershipId, userId: user.id, isNew: !here }
    }),
  )
}

async function insertPerson(
  trx: TransactionClientContract,
  { email, firstname, infix, lastname, language }: FederatedPerson,
): Promise<number | null> {
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `insert into core_users (email, firstname, infix, lastname, language) values (?, ?, ?, ?, ?) on conflict (email) do nothing returning id`,
    [email, firstname, infixBeside(infix ?? null, lastname) as string, lastname, supported(language)],
  )
  return rows[0]?.id ?? null
}

async function nameThem(
  trx: TransactionClientContract,
  userId: number,
  { firstname, infix, lastname, language }: FederatedPerson,
): Promise<void> {
  await trx
    .from('core_users')
    .where('id', userId)
    .update({ firstname, infix, lastname, language: supported(language) })
}

async function takeInvitation(trx: TransactionClientContract, membershipId: number): Promise<number> {
  await trx.from('core_memberships').where('id', membershipId).update({ status: 'active' })
  return membershipId
}

/** Always a participant, whatever the directory says. Other roles are given on the platform. */
async function join(trx: TransactionClientContract, userId: number, companyId: number, status: 'active' | 'inactive'): Promise<number> {
  const row = { company_id: companyId, user_id: userId, role: 'leerling', status, registration_type: 'launch' }
  const [made] = await trx.table('core_memberships').insert(row).returning('id')
  return made.id as number
}

/**
 * Checks the password of a user. Guesses count like sign-ins.
 * @throws AppError 422 on `password` (wrong_password); 429 too_many_attempts
 */
export async function provePassword(userId: number, password: string, ip: string): Promise<void> {
  const row = await asSystem('federation.password', () =>
    db.from('core_users').where('id', userId).select('password', db.raw('core_mailbox(email) as email')).first(),
  )
  if (!row?.password) throw conflict('account_elsewhere')
  const attempts = await limitSignIn(countedAs({ userId, email: row.email as string | null }), ip)
  if (!(await hash.verify(row.password as string, password))) throw invalid('password', 'wrong_password')
  await attempts.succeeded()
}
