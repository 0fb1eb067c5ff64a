import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { AppError } from '../contract/errors.js'
import type { Role } from '../contract/roles.js'
import { asSystem } from '../tenancy/scope.js'
import { limitEmailCheck, limitSignIn } from './attempts.js'
import { resendInvitation } from './invitation.js'
import { setLanguage } from './membership_service.js'
import { createSession } from './session_store.js'

interface Candidate {
  user_id: number
  password: string | null
  platform_role: Role | null
  membership_id: number | null
  company_id: number | null
  role: Role | null
  status: string | null
  login_id: string | null
  company_status: string | null
  registration_type: string | null
  last_seen_at: Date | null
}

export interface EmailCheck {
  email_exists: boolean
  active_account: boolean
  /** Only with an account that is not active: whether the open invitation was sent again; `none` when there is none. */
  invitation?: 'sent' | 'sent_before' | 'none'
}

/**
 * A person's ways in. With a company's login id the membership of that company
 * comes first; without one the most recently used.
 */
async function candidates(email: string, loginId: string | null): Promise<Candidate[]> {
  return asSystem('sign_in.find', async () => {
    const { rows } = await db.rawQuery<{ rows: Candidate[] }>(
      `select u.id as user_id, u.password, u.platform_role, m.id as membership_id, m.company_id, m.role, m.status, m.registration_type, m.last_seen_at,
              c.login_id::text, c.status as company_status
         from core_users u
         left join core_memberships m on m.user_id = u.id
         left join core_companies c on c.id = m.company_id
        where u.email = ?
        order by (c.login_id = ?) desc nulls last, m.last_seen_at desc nulls last, m.id`,
      [email, loginId ?? ''],
    )
    return rows
  })
}

const isActive = (row: Candidate) => row.status === 'active' && row.company_status === 'active'

/**
 * Which membership a sign-in carries. On a company's own page only that
 * company counts, so that nobody lands under another brand by surprise and no
 * company's page tells who the admins are; those sign in without a company.
 */
function choose(rows: Candidate[], loginId: string | null): Candidate | undefined {
  const admin = loginId ? undefined : rows.find((row) => row.platform_role)
  if (admin) return { ...admin, membership_id: null, company_id: null, role: null }
  const active = rows.filter(isActive)
  return loginId ? active.find((row) => row.login_id === loginId) : active[0]
}

/** Who was invited and never came in. Somebody who was in and is inactive since was switched off: no mail lets them back. */
const isOpenInvite = (row: Candidate) =>
  row.status === 'inactive' && row.company_status === 'active' && row.registration_type === 'invite' && !row.last_seen_at

/**
 * Step 0 of the sign-in (specification, section 7: POST /public/register/email).
 * An open invitation is sent again (section 8: open_invite).
 * @throws AppError 429 too_many_attempts
 */
export async function checkEmail(email: string, loginId: string | null, ip: string): Promise<EmailCheck> {
  await limitEmailCheck(ip)
  const rows = await candidates(email, loginId)
  const known = rows.filter((row) => !loginId || row.login_id === loginId)
  if (!known.length || choose(rows, loginId)) return { email_exists: known.length > 0, active_account: known.length > 0 }
  const invited = known.find(isOpenInvite)
  return { email_exists: true, active_account: false, invitation: invited ? await resend(invited) : 'none' }
}

const resend = ({ company_id, membership_id }: Candidate) => resendInvitation({ companyId: company_id!, membershipId: membership_id! })

// Compared with when nobody has the e-mail address, so that the answer takes as long as for somebody.
let decoy: Promise<string> | undefined

/** Only now the password is known: a hash of an older kind or another cost is made anew. */
async function renewHash(userId: number, stored: string, password: string): Promise<void> {
  if (!hash.needsReHash(stored)) return
  const renewed = await hash.make(password)
  // Not when it was changed in the meantime.
  await asSystem('sign_in.renew', () => db.from('core_users').where({ id: userId, password: stored }).update({ password: renewed }))
}

/**
 * Signs a person in.
 * @throws AppError 401 wrong_password_or_email; 429 too_many_attempts with retry_after in seconds
 */
export async function signIn(input: {
  email: string
  password: string
  loginId: string | null
  ip: string
  userAgent: string | null
  /** The session that this browser had, which the new one takes the place of. */
  replaces?: string | undefined
  /** Picked on the login page: becomes the person's own. */
  language: string | null
}): Promise<{ token: string; expiresAt: Date; role: Role }> {
  const attempts = await limitSignIn(input.email, input.ip)
  const rows = await candidates(input.email, input.loginId)
  const chosen = choose(rows, input.loginId)
  // Waited for in any case: whoever comes first after a start waits for it to be made, known or not.
  const nobodys = await (decoy ??= hash.make('a password that nobody has'))
  const right = await hash.verify(chosen?.password ?? nobodys, input.password)
  if (!chosen?.password || !right) {
    throw new AppError(401, 'wrong_password_or_email')
  }
  await attempts.succeeded()
  await renewHash(chosen.user_id, chosen.password, input.password)
  if (input.language) await setLanguage(chosen.user_id, input.language)
  const session = await createSession({
    userId: chosen.user_id,
    companyId: chosen.company_id,
    membershipId: chosen.membership_id,
    userAgent: input.userAgent,
    replaces: input.replaces,
  })
  return { ...session, role: (chosen.role ?? chosen.platform_role)! }
}
