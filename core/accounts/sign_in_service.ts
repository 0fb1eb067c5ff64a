import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { AppError, forbidden } from '../contract/errors.js'
import type { Role } from '../contract/roles.js'
import { asSystem } from '../tenancy/scope.js'
import { type SignInAttempts, limitEmailCheck, limitSignIn } from './attempts.js'
import { resendInvitation } from './invitation.js'
import { setLanguage } from './membership_service.js'
import { type SecondStep, beginSecondStep, stepOf } from './second_step.js'
import { type OpenedSession, createSession } from './session_store.js'
import { type Candidate, candidates, choose, mayUsePassword } from './ways_in.js'

export interface EmailCheck {
  /** An account from another system without a password: the person sets one with a code (specification, section 4). */
  is_memberstack: boolean
  email_exists: boolean
  active_account: boolean
  /** Only for an inactive account: whether the open invitation was sent again; `none` when there is none. */
  invitation?: 'sent' | 'sent_before' | 'none'
  /** Only for an inactive account: all their companies are closed. */
  company_inactive?: true
}

/** Somebody who was invited and never signed in. A person who was active before was deactivated, and no mail lets them back in. */
const isOpenInvite = (row: Candidate) => row.state === 'invited' && row.company_status === 'active'

/**
 * Step 0 of the sign-in (specification, section 7: POST /public/register/email). An open invitation is sent again (section 8: open_invite).
 * @throws AppError 429 too_many_attempts
 */
export async function checkEmail(email: string, loginId: string | null, ip: string): Promise<EmailCheck> {
  await limitEmailCheck(ip)
  const rows = await candidates(email, loginId)
  const known = rows.filter((row) => !loginId || row.login_id === loginId)
  const chosen = choose(rows, loginId)
  if (chosen) return { is_memberstack: chosen.password === null, email_exists: known.length > 0, active_account: known.length > 0 }
  if (!known.length) return { is_memberstack: false, email_exists: false, active_account: false }
  const invited = known.find(isOpenInvite)
  const isClosed = known.every((row) => row.status === 'active' && row.company_status === 'inactive')
  return {
    is_memberstack: false,
    email_exists: true,
    active_account: false,
    invitation: invited ? await resend(invited) : 'none',
    ...(isClosed && { company_inactive: true as const }),
  }
}

const resend = ({ company_id, membership_id }: Candidate) => resendInvitation({ companyId: company_id!, membershipId: membership_id! })

// Compared when nobody has the address, so that the answer takes equally long.
let decoy: Promise<string> | undefined

/**
 * Rehashes the password if its hash is of an older kind or cost. Only a sign-in knows the password.
 * @returns the current hash
 * @throws AppError 401 wrong_password_or_email when the password changed meanwhile
 */
async function renewHash(userId: number, stored: string, password: string): Promise<string> {
  if (!hash.needsReHash(stored)) return stored
  const renewed = await hash.make(password)
  return asSystem('sign_in.renew', async () => {
    const changed = await db.from('core_users').where({ id: userId, password: stored }).update({ password: renewed })
    if (Number(changed)) return renewed
    // A concurrent sign-in rehashed it, or the password was changed.
    const now = await db.from('core_users').where('id', userId).select('password').first()
    if (now?.password && (await hash.verify(now.password, password))) return now.password as string
    throw new AppError(401, 'wrong_password_or_email')
  })
}

export interface SignedIn extends OpenedSession {
  status: 'good'
  role: Role
}

export interface SignInFrom {
  password: string
  ip: string
  userAgent: string | null
  /** The browser's previous session, which the new one replaces. */
  replaces?: string | undefined
  /** Picked on the login page; becomes the person's language. */
  language: string | null
}

/**
 * Signs a person in, or says which second step is needed first.
 * @throws AppError 401 wrong_password_or_email; 403 password_not_used where the company's own directory signs people in; 429
 * too_many_attempts with retry_after in seconds
 */
export async function signIn(input: SignInFrom & { email: string; loginId: string | null }): Promise<SignedIn | SecondStep> {
  const attempts = await limitSignIn(input.email, input.ip)
  return signInAs(choose(await candidates(input.email, input.loginId), input.loginId), attempts, input)
}

/**
 * Checks the password of a resolved person and signs them in.
 * @param chosen undefined for an unknown address or number; a decoy hash then keeps the response time equal
 * @throws AppError as signIn
 */
export async function signInAs(chosen: Candidate | undefined, attempts: SignInAttempts, input: SignInFrom): Promise<SignedIn | SecondStep> {
  // Always awaited, so that the first sign-in after a start takes equally long for a known and an unknown address.
  const nobodys = await (decoy ??= hash.make('a password that nobody has'))
  const right = await hash.verify(chosen?.password ?? nobodys, input.password)
  if (!chosen?.password || !right) {
    throw new AppError(401, 'wrong_password_or_email')
  }
  const step = stepOf(chosen)
  // Opening the session gives the points back, in the same statement.
  if (step || !mayUsePassword(chosen)) await attempts.succeeded()
  // Told only to somebody with the right password.
  if (!mayUsePassword(chosen)) throw forbidden('password_not_used')
  const passwordHash = await renewHash(chosen.user_id, chosen.password, input.password)
  if (step) return beginSecondStep({ userId: chosen.user_id, membershipId: chosen.membership_id, passwordHash }, step)
  if (input.language) await setLanguage(chosen.user_id, input.language)
  const session = await createSession({
    userId: chosen.user_id,
    companyId: chosen.company_id,
    membershipId: chosen.membership_id,
    userAgent: input.userAgent,
    address: input.ip,
    replaces: input.replaces,
    passwordHash,
    counted: attempts.counted,
  })
  return { status: 'good', ...session, role: (chosen.role ?? chosen.platform_role)! }
}
