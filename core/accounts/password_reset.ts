import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { AppError, conflict, notFound } from '../contract/errors.js'
import { hasMailbox } from '../contract/mail.js'
import { defineMail } from '../contract/plugin.js'
import { sendMail } from '../mail/mail_service.js'
import { recordAudit } from '../privacy/audit.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { passwordProblems, refuse } from './account_rules.js'
import { limitEmailCheck, mayMailCode } from './attempts.js'
import { toPerson } from './to_person.js'
import { refuseLocked, refuseOutcome } from './code_refusals.js'
import { checkCode, consumeCode, deleteEndedCodes, issueCode } from './codes.js'
import { endMailedCodes } from './mailed.js'
import { type SecondStep, beginSecondStep, stepOf } from './second_step.js'
import { replaceSessions } from './session_store.js'
import type { SignedIn } from './sign_in_service.js'
import type { TokenPurpose } from './tokens.js'
import { type Candidate, candidates, choose, mayUsePassword } from './ways_in.js'

/** Long enough to find the mail, too short to be useful to somebody who finds it later. */
const RESET: TokenPurpose = { name: 'password_reset', seconds: 15 * 60 }

interface ResetFacts {
  userId: number
  membershipId: number | null
}

/** The code is made when the mail is written, so that no event holds it. */
export const resetCodeMail = defineMail({
  trigger: 'core.mail.reset_code',
  aboutAccount: true,
  load: async (facts: ResetFacts) => ({ code: (await issueCode(RESET, facts)).code }),
  secrets: ['code'],
  sample: { code: '480 215' },
})

/** Sent to the account's owner, in case somebody else changed the password. */
export const passwordChangedMail = defineMail({
  trigger: 'core.mail.password_changed',
  aboutAccount: true,
  load: async () => ({}),
  sample: {},
})

interface Asked {
  email: string
  /** The company on whose page this was requested. */
  loginId: string | null
  ip: string
}

/**
 * Mails a code to a person who forgot their password, in their company's look, or the platform's for a person without a company.
 * @returns `sent_before` when a code was sent recently
 * @throws AppError 404 unknown_account; 409 account_inactive, password_not_used; 429 no_attempts_left (status `blocked`), too_many_attempts
 */
export async function requestReset({ email, loginId, ip }: Asked): Promise<'sent' | 'sent_before'> {
  await limitEmailCheck(ip)
  const { user_id: userId, company_id: companyId, membership_id: membershipId } = await wayIn(email, loginId)
  await refuseLocked(RESET, userId)
  if (!(await mayMailCode(userId))) return 'sent_before'
  await deleteEndedCodes(RESET, userId)
  const payload: ResetFacts = { userId, membershipId }
  await toPerson({ companyId, membershipId, userId }, (to) =>
    db.transaction((trx) => sendMail(trx, resetCodeMail.trigger, { to, payload })),
  )
  return 'sent'
}

/**
 * Mails a member of the running company a code to set a new password, on a supervisor's request. Audited.
 * @returns as `requestReset`
 * @throws AppError 404; 409 no_address; no_password for a person who never had one (invite them instead), account_inactive, password_not_used; 429
 * no_attempts_left
 */
export async function resetMemberPassword(session: Session, membershipId: number): Promise<'sent' | 'sent_before'> {
  const companyId = currentCompanyId()
  const row = await asSystem('password.of_member', () =>
    db
      .from('core_memberships as m')
      .join('core_users as u', 'u.id', 'm.user_id')
      .join('core_companies as c', 'c.id', 'm.company_id')
      .where({ 'm.id': membershipId, 'm.company_id': companyId })
      .select('u.password', db.raw('u.email::text as email, c.login_id::text as login_id'))
      .first(),
  )
  if (!row) throw notFound()
  if (!hasMailbox(row.email)) throw conflict('no_address')
  if (!row.password) throw conflict('no_password')
  const { user_id: userId } = await wayIn(row.email, row.login_id)
  await refuseLocked(RESET, userId)
  await db.transaction((trx) =>
    recordAudit(trx, session, { action: 'member.password_reset', reason: 'people.profile', details: { membershipId } }),
  )
  if (!(await mayMailCode(userId))) return 'sent_before'
  await deleteEndedCodes(RESET, userId)
  const payload: ResetFacts = { userId, membershipId }
  await db.transaction((trx) => sendMail(trx, resetCodeMail.trigger, { to: { member: membershipId }, payload }))
  return 'sent'
}

/** Checks a code before a new password is asked for. @throws AppError as `refuseOutcome` */
export async function checkResetCode({ email, loginId, ip }: Asked, code: string): Promise<void> {
  await limitEmailCheck(ip)
  const person = await known(email, loginId)
  // An unknown address gets the same answer as a wrong code.
  await refuseOutcome(RESET, person ? await checkCode(RESET, person.user_id, code) : 'wrong', person?.user_id)
}

/**
 * Sets a new password with a code, once. Signs the person in and ends all their other sessions.
 * @param session the facts that the new session is opened with
 * @throws AppError 422 on `password` (password_minimum, password_is_email); as `refuseOutcome`
 */
export async function resetPassword(
  { email, loginId, ip }: Asked,
  { code, password, userAgent }: { code: string; password: string; userAgent: string | null },
): Promise<SignedIn | SecondStep> {
  await limitEmailCheck(ip)
  refuse(passwordProblems(password, email))
  const person = await known(email, loginId)
  if (person && !mayUsePassword(person)) throw conflict('password_not_used')
  // Hash before the code is used up, because hashing takes time. Also for an unknown address, so that timing tells nothing.
  const hashed = await hash.make(password)
  await refuseOutcome(RESET, person ? await consumeCode(RESET, person.user_id, code) : 'wrong', person?.user_id)
  const { user_id: userId, company_id: companyId, membership_id: membershipId, role, platform_role: platformRole } = person!
  const step = stepOf(person!)
  const session = await asSystem('password.reset', () =>
    db.transaction(async (trx) => {
      // Reading the mail proves that the person has the address.
      await trx
        .from('core_users')
        .where('id', userId)
        .update({ password: hashed, code_kind: null, email_verified_at: trx.raw('coalesce(email_verified_at, now())') })
      await endMailedCodes(trx, userId)
      // A mailbox is one factor. A person with a second factor must use it before a session is opened.
      if (step) return void (await trx.from('core_sessions').where('user_id', userId).delete())
      return replaceSessions(trx, { userId, companyId, membershipId, userAgent, address: ip, via: 'password_reset' })
    }),
  )
  await toPerson({ companyId, membershipId, userId }, (to) => db.transaction((trx) => sendMail(trx, passwordChangedMail.trigger, { to })))
  if (!session) return beginSecondStep({ userId, membershipId, passwordHash: hashed }, step!)
  return { status: 'good', ...session, role: (role ?? platformRole)! }
}

/** The membership that a sign-in would choose; undefined for an unknown person or one who may not sign in. */
const known = async (email: string, loginId: string | null) => choose(await candidates(email, loginId), loginId)

async function wayIn(email: string, loginId: string | null): Promise<Candidate> {
  const rows = await candidates(email, loginId)
  const chosen = choose(rows, loginId)
  if (chosen && !mayUsePassword(chosen)) throw conflict('password_not_used')
  if (chosen) return chosen
  const isKnown = rows.some((row) => (loginId ? row.login_id === loginId : true))
  throw isKnown ? conflict('account_inactive') : new AppError(404, 'unknown_account', { message: 'unknown_account' })
}
