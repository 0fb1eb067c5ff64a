import db from '@adonisjs/lucid/services/db'
import hash from '@adonisjs/core/services/hash'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '../contract/errors.js'
import type { GivenName, PersonName } from '../contract/full_name.js'
import { conditionsAccepted } from '../contract/people_events.js'
import { type CompanyFacts, ownCompany } from '../companies/directory.js'
import { holdCompanies } from '../companies/hold_companies.js'
import type { ExtraAnswers, RegistrationField } from '../contract/registration.js'
import { emit } from '../events/outbox.js'
import { sendMail } from '../mail/mail_service.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import { detailProblems, passwordProblems, refuse } from '../accounts/account_rules.js'
import { limitRegistration, mayMailCode } from '../accounts/attempts.js'
import { refuseLocked, refuseOutcome } from '../accounts/code_refusals.js'
import { consumeCode, deleteEndedCodes } from '../accounts/codes.js'
import { endSignInCode } from '../accounts/end_sign_in_code.js'
import { type KnownToken, type TokenPurpose, consumeToken, issueToken, readToken, useToken } from '../accounts/tokens.js'
import { checkAnswers } from './answers.js'
import { registrationFields } from './fields.js'
import { EMAIL_CODE, verifyCodeMail } from './own_email.js'
import { IS_UNFINISHED, PLACEHOLDER, PLACEHOLDER_NAMES } from './unfinished.js'

/** One day, for people who are interrupted. */
const STARTED: TokenPurpose = { name: 'registration.started', seconds: 86_400 }
/** Lifetime after the address was verified. */
const VERIFIED: TokenPurpose = { name: 'registration.verified', seconds: 86_400 }

/** Retention, in days. */
const KEEP_UNFINISHED_DAYS = 2

/** The company and role of a registration. Decided by the caller, never by the person who registers. */
export interface RegistrationFor {
  companyId: number
  role: 'leerling' | 'beheerder'
  /** Stored with the session, `<plugin>.<way>`. */
  via: string
}

/** The state of a registration. It has details of the person only after their address is verified. */
export interface RegistrationState extends RegistrationFor, PersonName {
  step: 'code' | 'details'
  userId: number
  email: string
  /** They have an account in another company. */
  hasPassword: boolean
  /** They are a member of this company already. */
  isMember: boolean
}

/**
 * Starts a registration: mails a code to the address. The answer is the same for an address that has an account.
 * @returns the secret of this registration, for the browser's cookie; `sent_before` when a code was sent recently
 * @throws AppError 429 too_many_attempts; no_attempts_left (status `blocked`)
 */
export async function startRegistration(
  { email, language, ip }: { email: string; language: string; ip: string },
  target: RegistrationFor,
): Promise<{ token: string; sent: 'sent' | 'sent_before' }> {
  await limitRegistration(ip, target.companyId)
  const userId = await asSystem('registration.person', () => findOrKeep(email, language))
  await refuseLocked(EMAIL_CODE, userId)
  const maySend = await mayMailCode(userId)
  if (maySend) {
    await deleteEndedCodes(EMAIL_CODE, userId)
    const to = { email, name: '', language }
    await inCompany(target.companyId, () => db.transaction((trx) => sendMail(trx, verifyCodeMail.trigger, { to, payload: { userId } })))
  }
  const { token } = await asSystem('registration.start', () => issueToken(STARTED, { userId, membershipId: null, data: target }))
  return { token, sent: maySend ? 'sent' : 'sent_before' }
}

async function findOrKeep(email: string, language: string): Promise<number> {
  await db.rawQuery(`insert into core_users (email, firstname, lastname, language) values (?, ?, ?, ?) on conflict (email) do nothing`, [
    email,
    PLACEHOLDER.firstname,
    PLACEHOLDER.lastname,
    language,
  ])
  const { id } = await db.from('core_users').where('email', email).select('id').firstOrFail()
  return id as number
}

/** The registration of a browser's secret; undefined when it is unknown, expired or used. */
async function open(token: string | undefined): Promise<(KnownToken & { purpose: TokenPurpose; target: RegistrationFor }) | undefined> {
  for (const purpose of token ? [VERIFIED, STARTED] : []) {
    const known = await readToken(purpose, token!)
    if (known?.state === 'open') return { ...known, purpose, target: known.data as RegistrationFor }
  }
  return undefined
}

/** The state of this browser's registration; null when there is none. Survives a reload and a restarted server. */
export async function stateOfRegistration(token: string | undefined): Promise<RegistrationState | null> {
  const known = await open(token)
  if (!known) return null
  const { userId, target, purpose } = known
  const row = await asSystem('registration.state', () =>
    db
      .from('core_users as u')
      .leftJoin('core_memberships as m', (on) => void on.on('m.user_id', 'u.id').andOnVal('m.company_id', target.companyId))
      .where('u.id', userId)
      .select('u.firstname', 'u.infix', 'u.lastname', 'm.status', 'u.platform_role')
      .select(db.raw('u.email::text as email'), db.raw('u.password is not null and u.code_kind is null as has_password'))
      .first(),
  )
  if (!row) return null
  const isVerified = purpose === VERIFIED
  const isNew = row.firstname === PLACEHOLDER.firstname && row.lastname === PLACEHOLDER.lastname
  const knows = isVerified && !isNew
  return {
    ...target,
    userId,
    email: row.email,
    step: isVerified ? 'details' : 'code',
    firstname: knows ? row.firstname : '',
    infix: knows ? row.infix : null,
    lastname: knows ? row.lastname : '',
    hasPassword: isVerified && row.has_password,
    isMember: isVerified && (row.status === 'active' || row.platform_role !== null),
  }
}

/**
 * Verifies the address of this browser's registration with the code.
 * @returns the secret that replaces the first one
 * @throws AppError 409 registration_expired, code_expired; 422 incorrect_code; 429 no_attempts_left (status `blocked`)
 */
export async function verifyRegistration(token: string | undefined, code: string): Promise<string> {
  const known = await open(token)
  if (!known) throw conflict('registration_expired')
  // Submitted twice: it is verified already.
  if (known.purpose === VERIFIED) return token!
  const { userId, target } = known
  await refuseOutcome(EMAIL_CODE, await consumeCode(EMAIL_CODE, userId, code), userId)
  return asSystem('registration.verify', async () => {
    await consumeToken(STARTED, token!)
    return (await issueToken(VERIFIED, { userId, membershipId: null, data: target })).token
  })
}

export interface RegistrationDetails extends GivenName {
  language: string
  agreed: boolean
  password: string | null
  extra: ExtraAnswers
}

/**
 * Creates the account and the membership, once.
 * @returns the membership, to open a session for
 * @throws AppError 409 registration_expired, already_member, account_inactive, administrator_exists; 422 with the codes of specification,
 * section 5, and at `extra.<id>`
 */
export async function completeRegistration(
  token: string | undefined,
  given: RegistrationDetails,
): Promise<{ userId: number; membershipId: number; role: string; companyId: number; via: string }> {
  const state = await stateOfRegistration(token)
  if (state?.step !== 'details') throw conflict(state ? 'email_not_verified' : 'registration_expired')
  const { companyId, role, via } = state
  const asked = await inCompany(companyId, () => registrationFields())
  const { answers, problems } = checkAnswers(asked, given.extra)
  const asksPassword = !state.hasPassword
  refuse([...detailProblems(given), ...problems, ...(asksPassword ? passwordProblems(given.password ?? '', state.email) : [])])
  const password = asksPassword ? await hash.make(given.password!) : null
  const made = await useToken(VERIFIED, token!, async ({ userId }) =>
    asSystem('registration.complete', () =>
      db.transaction(async (trx) => {
        // Locks the person: the second of two concurrent registrations finds the result of the first.
        const person = await trx.from('core_users').where('id', userId).forUpdate().select('platform_role').first()
        if (!person || person.platform_role) throw conflict('already_member')
        const member = await join(trx, userId, { companyId, role, via }, answers)
        const { firstname, infix, lastname, language } = given
        await trx
          .from('core_users')
          .where('id', userId)
          .update({ firstname, infix, lastname, language, email_verified_at: trx.raw('coalesce(email_verified_at, now())') })
        // A code that a supervisor of another company issued does not lead here.
        await endSignInCode(trx, { userId, companyId, membershipId: member.id }, 'password')
        if (password) await trx.from('core_users').where('id', userId).whereNull('password').update({ password })
        const acceptedAt = member.accepted.toISOString()
        await inCompany(companyId, () =>
          emit(trx, conditionsAccepted, { membershipId: member.id, language, acceptedAt, via: 'registration' }),
        )
        return { userId, membershipId: member.id, role: member.role }
      }),
    ),
  )
  if (!made) throw conflict('registration_expired')
  return { ...made, companyId, via }
}

interface Joined {
  id: number
  role: string
  accepted: Date
}

/** Creates a membership, or accepts an open invitation: the person reads the mail of that address. */
async function join(
  trx: TransactionClientContract,
  userId: number,
  { companyId, role }: RegistrationFor,
  answers: ExtraAnswers,
): Promise<Joined> {
  // Locked until the end: switching the company off waits, and so does a second first administrator.
  const [company] = await holdCompanies(trx, [companyId])
  if (company?.status !== 'active') throw conflict('registration_closed')
  const accepted = new Date()
  const known = await trx.from('core_memberships').where({ company_id: companyId, user_id: userId }).forUpdate().first()
  if (known) {
    if (known.status === 'active') throw conflict('already_member')
    if (known.state !== 'invited') throw conflict('account_inactive')
    await trx.rawQuery(
      `update core_memberships set status = 'active', conditions_accepted_at = ?, extra_info = extra_info || ?::jsonb where id = ?`,
      [accepted, JSON.stringify(answers), known.id],
    )
    return { id: known.id, role: known.role, accepted }
  }
  if (role === 'beheerder' && (await hasAdministrator(trx, companyId))) throw conflict('administrator_exists')
  const row = {
    company_id: companyId,
    user_id: userId,
    role,
    registration_type: 'signup',
    extra_info: JSON.stringify(answers),
    conditions_accepted_at: accepted,
  }
  const [made] = await trx.table('core_memberships').insert(row).returning('id')
  return { id: made.id, role, accepted }
}

/** Whether somebody administers the company, or is invited to. In the system's scope. */
export async function hasAdministrator(client: Pick<TransactionClientContract, 'from'>, companyId: number): Promise<boolean> {
  return (await client.from('core_memberships').where({ company_id: companyId, role: 'beheerder' }).select('id').first()) !== null
}

/** Deletes addresses that were never verified. The daily job `core.registrations.clean`. */
export async function removeUnfinished(): Promise<void> {
  const limit = new Date(Date.now() - KEEP_UNFINISHED_DAYS * 86_400_000)
  await asSystem('registration.clean', () =>
    db.transaction(async (trx) => {
      const { rows: gone } = await trx.rawQuery<{ rows: { email: string }[] }>(
        // A person who started again is in the middle of it.
        `delete from core_users u where ${IS_UNFINISHED} and u.created_at < ?
            and not exists (select 1 from core_tokens t where t.user_id = u.id and t.used_at is null and t.expires_at > now())
         returning lower(u.email::text) as email`,
        [...PLACEHOLDER_NAMES, limit],
      )
      // The mail with the code is the last trace of them.
      const emails = gone.map(({ email }) => email)
      await trx.rawQuery('delete from core_mail_outbox where trigger = ? and lower(to_email) = any(?)', [verifyCodeMail.trigger, emails])
    }),
  )
}

/** Returns the data and the questions of the registration page of the company. */
export async function registrationPage({ companyId }: RegistrationFor): Promise<{ company: CompanyFacts; fields: RegistrationField[] }> {
  return inCompany(companyId, async () => ({ company: await ownCompany(), fields: await registrationFields() }))
}
