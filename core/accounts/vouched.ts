import type { HttpContext } from '@adonisjs/core/http'
import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '../contract/errors.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import type { MemberState } from '../contract/member_states.js'
import type { Role } from '../contract/roles.js'
import { emit } from '../events/outbox.js'
import { SESSION_COOKIE, readCookie } from '../http/cookies.js'
import { setLoginHints } from '../http/session_token.js'
import { pluginRegistry } from '../plugins/registry.js'
import { preparedQuery } from '../tenancy/connections.js'
import { asSystem, currentCompanyId, inCompany } from '../tenancy/scope.js'
import { VIA_VOUCHED } from '../tenancy/session.js'
import { limitSignIn } from './attempts.js'
import { openSession, openSessionOf, showEntered } from './entry.js'
import type { SecondFactorRule } from './second_factor.js'
import { type SecondStep, beginSecondStep, stepOf } from './second_step.js'
import { endSession } from './session_store.js'
import { LAUNCHED } from './statements.js'

// People of whom a company's own directory says who they are. Its word counts in that company, and only about people who are nobody
// else's: an account that another company or the platform has too is its person's, and asks for their password once (decision 0114).

/** Somebody as the company's directory knows them. */
export interface VouchedPerson {
  email: string
  firstname: string
  lastname: string
  language: string
}

export interface Admission {
  /** Whether somebody who is no member becomes one, as a participant. */
  create: boolean
  /** The user who has just shown with their own password that this is their account. */
  proved?: number | undefined
  /**
   * Whether its word about an address counts. Default true; without it whoever has an account at that address shows with their
   * password that it is theirs.
   */
  trusted?: boolean
  /** Whether who becomes a member may come in. Default true. */
  active?: boolean
  /** What is kept of them in the same transaction, in the company's scope: with it, or not at all. */
  within?: (trx: TransactionClientContract, membershipId: number) => Promise<void>
}

export type Admitted =
  | { kind: 'member'; membershipId: number; userId: number; isNew: boolean }
  /** The account is somebody's beyond this company: they confirm it with their password first. */
  | { kind: 'unproved'; userId: number }

interface Known {
  id: number
  platform_role: Role | null
  password: string | null
}
interface Membership {
  id: number
  company_id: number
  status: string
  state: MemberState
}

/**
 * Finds the member of the running company who has an address, or makes one. Decided with the person's row in hand: of two at once
 * the second finds what the first made.
 * @throws AppError 409 no_account (nobody, and none may be made); account_inactive; account_elsewhere (the platform's, or another
 * company's without a password); account_unproved (one of this company without a password, by a word that does not count)
 */
export async function admit(
  person: VouchedPerson,
  { create, proved, trusted = true, active = true, within }: Admission,
): Promise<Admitted> {
  const companyId = currentCompanyId()
  const keep = (trx: TransactionClientContract, membershipId: number) => inCompany(companyId, async () => within?.(trx, membershipId))
  return asSystem('vouched.admit', () =>
    db.transaction(async (trx) => {
      const fresh = create ? await insertPerson(trx, person) : null
      const user: Known | null = await trx
        .from('core_users')
        .where('email', person.email)
        .forUpdate()
        .select('id', 'platform_role', 'password')
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
        if (user.password === null) throw conflict(isElsewhere ? 'account_elsewhere' : 'account_unproved')
        return { kind: 'unproved', userId: user.id }
      }
      // Who began to register and went no further has no name yet.
      if (!here && !isTheirOwn && !fresh) await nameThem(trx, user.id, person)
      if (trusted || proved === user.id)
        await trx.from('core_users').where('id', user.id).whereNull('email_verified_at').update({ email_verified_at: new Date() })
      if (here?.status === 'active') {
        await keep(trx, here.id)
        return { kind: 'member', membershipId: here.id, userId: user.id, isNew: false }
      }
      const status = here || active ? 'active' : 'inactive'
      const membershipId = here ? await takeInvitation(trx, here.id) : await join(trx, user.id, companyId, status)
      await keep(trx, membershipId)
      await inCompany(companyId, () => emit(trx, membershipStatusChanged, { membershipId, status, changedBy: user.id }))
      return { kind: 'member', membershipId, userId: user.id, isNew: !here }
    }),
  )
}

async function insertPerson(
  trx: TransactionClientContract,
  { email, firstname, lastname, language }: VouchedPerson,
): Promise<number | null> {
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `insert into core_users (email, firstname, lastname, language) values (?, ?, ?, ?) on conflict (email) do nothing returning id`,
    [email, firstname, lastname, language],
  )
  return rows[0]?.id ?? null
}

async function nameThem(trx: TransactionClientContract, userId: number, { firstname, lastname, language }: VouchedPerson): Promise<void> {
  await trx.from('core_users').where('id', userId).update({ firstname, lastname, language })
}

async function takeInvitation(trx: TransactionClientContract, membershipId: number): Promise<number> {
  await trx.from('core_memberships').where('id', membershipId).update({ status: 'active' })
  return membershipId
}

/** A participant, whatever the directory says: other roles are given here. */
async function join(trx: TransactionClientContract, userId: number, companyId: number, status: 'active' | 'inactive'): Promise<number> {
  const row = { company_id: companyId, user_id: userId, role: 'leerling', status, registration_type: 'launch' }
  const [made] = await trx.table('core_memberships').insert(row).returning('id')
  return made.id as number
}

/**
 * Whether a password is that of a user; guesses count as those at the door do.
 * @throws AppError 422 on `password` (wrong_password); 429 too_many_attempts
 */
export async function provePassword(userId: number, password: string, ip: string): Promise<void> {
  const row = await asSystem('vouched.password', () =>
    db.from('core_users').where('id', userId).select('password', db.raw('email::text as email')).first(),
  )
  if (!row?.password) throw conflict('account_elsewhere')
  const attempts = await limitSignIn(row.email as string, ip)
  if (!(await hash.verify(row.password as string, password))) throw invalid('password', 'wrong_password')
  await attempts.succeeded()
}

interface Entering {
  user_id: number
  role: Role
  plugins: string[]
  password: string | null
  second_factor_at: Date | null
  second_factor: SecondFactorRule
}

/**
 * Lets a member of the running company in by their directory's word: for that company alone (`Session.isLent`). The word is one
 * factor: who has a second one here is asked for it, and whom the company demands it of sets one up.
 * @returns where they land; or what the second step is asked with, and then there is no session yet
 * @throws AppError 409 account_inactive; account_elsewhere for who runs the platform; second_factor_needed for who has to set one up
 * and is another company's too
 */
export async function enterVouched(ctx: HttpContext, membershipId: number): Promise<{ home: string } | SecondStep> {
  const companyId = currentCompanyId()
  const row: (Entering & { platform_role: Role | null; is_elsewhere: boolean }) | null = await asSystem('vouched.enter', () =>
    db
      .from('core_memberships as m')
      .join('core_companies as c', 'c.id', 'm.company_id')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where({ 'm.id': membershipId, 'm.company_id': companyId, 'm.status': 'active', 'c.status': 'active' })
      .select('m.user_id', 'm.role', 'c.plugins', 'c.second_factor', 'u.password', 'u.second_factor_at', 'u.platform_role')
      .select(db.raw('exists (select 1 from core_memberships o where o.user_id = u.id and o.id <> m.id) as is_elsewhere'))
      .first(),
  )
  if (!row) throw conflict('account_inactive')
  if (row.platform_role) throw conflict('account_elsewhere')
  const step = stepOf(row)
  // What is set up at the door is the person's everywhere: a provider's word for one company is not enough for that in another.
  if (step === 'enrol' && row.is_elsewhere) throw conflict('second_factor_needed')
  if (step) return beginSecondStep({ userId: row.user_id, membershipId, passwordHash: row.password, via: VIA_VOUCHED }, step)
  // A browser that signs in again leaves no second session behind.
  await endSession(readCookie(ctx, SESSION_COOKIE))
  const opened = await openSession(ctx, { membershipId, via: VIA_VOUCHED })
  const home = pluginRegistry().home(row.role, row.plugins)
  setLoginHints(ctx, opened.expiresAt, home)
  return { home }
}

/** Whom another system's word lets in. @throws AppError 409 account_inactive; account_elsewhere for who runs the platform; second_factor_needed */
async function launchedMember(membershipId: number): Promise<{ user_id: number; role: Role; plugins: string[] }> {
  const companyId = currentCompanyId()
  const [row] = await asSystem('vouched.launch', () =>
    preparedQuery<Entering & { platform_role: Role | null }>(db, 'platform_launched', LAUNCHED, [membershipId, companyId]),
  )
  if (!row) throw conflict('account_inactive')
  if (row.platform_role) throw conflict('account_elsewhere')
  // A second factor is asked for nowhere but at our own door.
  if (stepOf(row)) throw conflict('second_factor_needed')
  return row
}

/**
 * Lets a member of the running company in by another system's word, to a page: in that system's frame, or in a window of its own.
 * @param framedBy origins of the frame's page; null in a window
 * @param to what is done for who may come in, and where it leads
 * @throws AppError 409 as launchedMember
 */
export async function enterLaunched(
  ctx: HttpContext,
  membershipId: number,
  { framedBy, to }: { framedBy: readonly string[] | null; to: () => Promise<string> },
): Promise<void> {
  const { user_id: userId } = await launchedMember(membershipId)
  const path = await to()
  if (!framedBy) await endSession(readCookie(ctx, SESSION_COOKIE))
  const entry = { membershipId, via: VIA_VOUCHED, ...(framedBy && { framedBy }) }
  const opened = await openSessionOf(ctx, entry, { userId, companyId: currentCompanyId() })
  await showEntered(ctx, entry, opened, path)
}

/**
 * The same for a page of ours that asked, and goes there by itself.
 * @param to what is done for who may come in, and where it leads; null: where they land
 * @returns where to
 * @throws AppError 409 as launchedMember
 */
export async function openLaunched(ctx: HttpContext, membershipId: number, to: () => Promise<string | null>): Promise<string> {
  const { role, plugins } = await launchedMember(membershipId)
  const named = await to()
  await endSession(readCookie(ctx, SESSION_COOKIE))
  const opened = await openSession(ctx, { membershipId, via: VIA_VOUCHED })
  const path = named ?? pluginRegistry().home(role, plugins)
  setLoginHints(ctx, opened.expiresAt, path)
  return path
}

/** A member of the running company with the row in hand. @throws AppError 404 */
async function held(trx: TransactionClientContract, companyId: number, id: number) {
  const row: { user_id: number; role: Role; status: string } | null = await trx
    .from('core_memberships')
    .where({ id, company_id: companyId })
    .forUpdate()
    .select('user_id', 'role', 'status')
    .first()
  if (!row) throw notFound()
  return row
}

const noteDirectory = (trx: TransactionClientContract, companyId: number, action: string, membershipId: number) =>
  trx.table('core_audit_log').insert({ company_id: companyId, action, reason: 'core.directory', details: JSON.stringify({ membershipId }) })

/**
 * A company's directory lets a member in again, or no longer: then their sessions here have ended (a trigger of the table). Audited, with an event.
 * @throws AppError 404; 409 last_supervisor
 */
export async function setVouchedStatus(membershipId: number, status: 'active' | 'inactive'): Promise<void> {
  const companyId = currentCompanyId()
  await asSystem('vouched.status', () =>
    db.transaction(async (trx) => {
      // Of two supervisors at once the second finds what became of the first.
      await trx.from('core_companies').where('id', companyId).forUpdate().select('id').first()
      const row = await held(trx, companyId, membershipId)
      if (row.status === status) return
      if (status === 'inactive' && row.role === 'beheerder') {
        const others = { company_id: companyId, role: 'beheerder', status: 'active' }
        const other = await trx.from('core_memberships').where(others).whereNot('id', membershipId).select('id').first()
        if (!other) throw conflict('last_supervisor')
      }
      await trx
        .from('core_memberships')
        .where('id', membershipId)
        .update({ status, deactivated_at: status === 'inactive' ? new Date() : null })
      await noteDirectory(trx, companyId, `membership.${status}`, membershipId)
      await inCompany(companyId, () => emit(trx, membershipStatusChanged, { membershipId, status, changedBy: null }))
    }),
  )
}

/**
 * Writes a member's name as the directory has it, with what `within` keeps beside it or not at all.
 * @throws AppError 404; 409 account_elsewhere for who is not this company's alone
 */
export async function renameVouched(
  membershipId: number,
  names: { firstname: string; lastname: string },
  within?: (trx: TransactionClientContract) => Promise<void>,
): Promise<void> {
  const companyId = currentCompanyId()
  await asSystem('vouched.rename', () =>
    db.transaction(async (trx) => {
      const { user_id: userId } = await held(trx, companyId, membershipId)
      const user = await trx.from('core_users').where('id', userId).forUpdate().select('platform_role').firstOrFail()
      const elsewhere = await trx.from('core_memberships').where('user_id', userId).whereNot('company_id', companyId).select('id').first()
      if (user.platform_role || elsewhere) throw conflict('account_elsewhere')
      await trx
        .from('core_users')
        .where('id', userId)
        .update({ ...names, updated_at: new Date() })
      await within?.(trx)
      await noteDirectory(trx, companyId, 'member.details', membershipId)
    }),
  )
}
