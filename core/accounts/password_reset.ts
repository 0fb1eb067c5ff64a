import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { AppError, conflict, invalid } from '../contract/errors.js'
import { defineMail } from '../contract/plugin.js'
import type { Role } from '../contract/roles.js'
import { sendMail } from '../mail/mail_service.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import { passwordProblems, refuse } from './account_rules.js'
import { limitEmailCheck, mayMailCode } from './attempts.js'
import { type CodeOutcome, checkCode, consumeCode, issueCode, lockedFor } from './codes.js'
import { type OpenedSession, replaceSessions } from './session_store.js'
import type { TokenPurpose } from './tokens.js'
import { type Candidate, candidates, choose } from './ways_in.js'

/** Long enough to find the mail, short enough to be of no use to who finds it later. */
const RESET: TokenPurpose = { name: 'password_reset', seconds: 15 * 60 }

interface ResetFacts {
  userId: number
  membershipId: number | null
}

/** The code is made as the mail is written, so that it stands in no event. */
export const resetCodeMail = defineMail({
  trigger: 'core.mail.reset_code',
  aboutAccount: true,
  load: async (facts: ResetFacts) => ({ code: (await issueCode(RESET, facts)).code }),
  secrets: ['code'],
  sample: { code: '480 215' },
})

/** Told to whoever owns the account, in case it was somebody else. */
export const passwordChangedMail = defineMail({
  trigger: 'core.mail.password_changed',
  aboutAccount: true,
  load: async () => ({}),
  sample: {},
})

interface Asked {
  email: string
  /** Of the company on whose page this is asked. */
  loginId: string | null
  ip: string
}

/**
 * Mails a code to somebody who forgot their password; in their company's look, or as the platform for who has none.
 * @returns `sent_before` when one is on its way already
 * @throws AppError 404 unknown_account; 409 account_inactive; 429 no_attempts_left (status `blocked`), too_many_attempts
 */
export async function requestReset({ email, loginId, ip }: Asked): Promise<'sent' | 'sent_before'> {
  await limitEmailCheck(ip)
  const { user_id: userId, company_id: companyId, membership_id: membershipId } = await wayIn(email, loginId)
  await refuseLocked(userId)
  if (!(await mayMailCode(userId))) return 'sent_before'
  const payload: ResetFacts = { userId, membershipId }
  await toPerson({ companyId, membershipId, userId }, (to) =>
    db.transaction((trx) => sendMail(trx, resetCodeMail.trigger, { to, payload })),
  )
  return 'sent'
}

/** Whether a code is right, before a new password is asked for. @throws AppError as `refuseOutcome` */
export async function checkResetCode({ email, loginId, ip }: Asked, code: string): Promise<void> {
  await limitEmailCheck(ip)
  const person = await known(email, loginId)
  // Nobody's code is wrong like somebody's.
  await refuseOutcome(person ? await checkCode(RESET, person.user_id, code) : 'wrong', person?.user_id)
}

/**
 * Sets a new password by a code, once, signs the person in and everybody else out.
 * @param session what the new session is opened with
 * @throws AppError 422 on `password` (password_minimum, password_is_email); as `refuseOutcome`
 */
export async function resetPassword(
  { email, loginId, ip }: Asked,
  { code, password, userAgent }: { code: string; password: string; userAgent: string | null },
): Promise<OpenedSession & { role: Role }> {
  await limitEmailCheck(ip)
  refuse(passwordProblems(password, email))
  const person = await known(email, loginId)
  // Before the code is used up, as it takes its time; also for nobody.
  const hashed = await hash.make(password)
  await refuseOutcome(person ? await consumeCode(RESET, person.user_id, code) : 'wrong', person?.user_id)
  const { user_id: userId, company_id: companyId, membership_id: membershipId, role, platform_role: platformRole } = person!
  const session = await asSystem('password.reset', () =>
    db.transaction(async (trx) => {
      // Who reads the mail has the address, too.
      await trx
        .from('core_users')
        .where('id', userId)
        .update({ password: hashed, email_verified_at: trx.raw('coalesce(email_verified_at, now())') })
      return replaceSessions(trx, { userId, companyId, membershipId, userAgent, via: 'password_reset' })
    }),
  )
  await toPerson({ companyId, membershipId, userId }, (to) => db.transaction((trx) => sendMail(trx, passwordChangedMail.trigger, { to })))
  return { ...session, role: (role ?? platformRole)! }
}

/** Somebody's way in, as a sign-in would choose it; undefined for nobody and for who may not come in. */
const known = async (email: string, loginId: string | null) => choose(await candidates(email, loginId), loginId)

async function wayIn(email: string, loginId: string | null): Promise<Candidate> {
  const rows = await candidates(email, loginId)
  const chosen = choose(rows, loginId)
  if (chosen) return chosen
  const isKnown = rows.some((row) => (loginId ? row.login_id === loginId : true))
  throw isKnown ? conflict('account_inactive') : new AppError(404, 'unknown_account', { message: 'unknown_account' })
}

async function refuseLocked(userId: number): Promise<void> {
  const seconds = await lockedFor(RESET, userId)
  if (seconds) throw blocked(seconds)
}

const blocked = (seconds: number) =>
  new AppError(429, 'no_attempts_left', { status: 'blocked', message: 'no_attempts_left', retry_after: seconds })

/** @throws AppError 422 on `code` (incorrect_code); 409 code_expired; 429 no_attempts_left with status `blocked` (specification, section 8) */
async function refuseOutcome(outcome: CodeOutcome, userId: number | undefined): Promise<void> {
  if (outcome === 'good') return
  if (outcome === 'blocked') throw blocked(await lockedFor(RESET, userId!))
  if (outcome === 'expired') throw conflict('code_expired', { message: 'code_expired' })
  throw invalid('code', 'incorrect_code')
}

interface To {
  companyId: number | null
  membershipId: number | null
  userId: number
}

/** In the scope of the person's company, or as the platform to somebody without one. */
async function toPerson(
  { companyId, membershipId, userId }: To,
  send: (to: { member: number } | { person: number }) => Promise<unknown>,
): Promise<void> {
  if (companyId && membershipId) await inCompany(companyId, () => send({ member: membershipId }))
  else await asSystem('password.mail', () => send({ person: userId }))
}
