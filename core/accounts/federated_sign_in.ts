import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { conflict } from '../contract/errors.js'
import type { Role } from '../contract/roles.js'
import { SESSION_COOKIE, readCookie } from '../http/cookies.js'
import { setLoginHints } from '../http/session_token.js'
import { pluginRegistry } from '../plugins/registry.js'
import { preparedQuery } from '../tenancy/connections.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'
import { VIA_FEDERATION } from '../tenancy/session.js'
import { endSignInCode } from './end_sign_in_code.js'
import { openSession, openSessionOf, showEntered } from './entry.js'
import type { SecondFactorRule } from './second_factor.js'
import { type SecondStep, beginSecondStep, stepOf } from './second_step.js'
import { endSession } from './session_store.js'
import { LAUNCHED } from './statements.js'
import { type Candidate, mayUsePassword } from './ways_in.js'

// Signs in people identified by an external system: from our sign-in page, from its pages, or in its frame.

interface Entering {
  user_id: number
  role: Role
  plugins: string[]
  password: string | null
  second_factor_at: Date | null
  second_factor: SecondFactorRule
}

/**
 * Signs in a member of the current company, identified by its directory. The session is limited to that company
 * (`Session.isLent`). The directory counts as one factor: a person with a second factor enters it, and one who must
 * have it sets it up. Where only the directory signs people in, a sign-in code that the person got before they had an
 * address ends.
 * @returns the page on which they land, or the second step to ask for; then there is no session yet
 * @throws AppError 409 account_inactive; account_elsewhere for platform staff; second_factor_needed for a person who must set one up and
 * also belongs to another company
 */
export async function enterFederated(ctx: HttpContext, membershipId: number): Promise<{ home: string } | SecondStep> {
  const companyId = currentCompanyId()
  const row: (Entering & Pick<Candidate, 'password_sign_in' | 'code_kind'> & { platform_role: Role | null; is_elsewhere: boolean }) | null =
    await asSystem('federation.enter', () =>
      db
        .from('core_memberships as m')
        .join('core_companies as c', 'c.id', 'm.company_id')
        .join('core_users as u', 'u.id', 'm.user_id')
        .where({ 'm.id': membershipId, 'm.company_id': companyId, 'm.status': 'active', 'c.status': 'active' })
        .select('m.user_id', 'm.role', 'c.plugins', 'c.second_factor', 'u.password', 'u.second_factor_at', 'u.platform_role')
        .select('c.password_sign_in', 'u.code_kind')
        .select(db.raw('exists (select 1 from core_memberships o where o.user_id = u.id and o.id <> m.id) as is_elsewhere'))
        .first(),
    )
  if (!row) throw conflict('account_inactive')
  if (row.platform_role) throw conflict('account_elsewhere')
  const step = stepOf(row)
  // A second factor set up here counts in every company, and one company's directory may not decide that.
  if (step === 'enrol' && row.is_elsewhere) throw conflict('second_factor_needed')
  const passwordHash = row.code_kind && !mayUsePassword(row) ? null : row.password
  if (passwordHash !== row.password)
    await asSystem('federation.code', () =>
      db.transaction((trx) => endSignInCode(trx, { userId: row.user_id, companyId, membershipId }, 'directory')),
    )
  if (step) return beginSecondStep({ userId: row.user_id, membershipId, passwordHash, via: VIA_FEDERATION }, step)
  // Signing in again ends the browser's previous session.
  await endSession(readCookie(ctx, SESSION_COOKIE))
  const opened = await openSession(ctx, { membershipId, via: VIA_FEDERATION })
  const home = pluginRegistry().home(row.role, row.plugins)
  setLoginHints(ctx, opened.expiresAt, home)
  return { home }
}

/**
 * The person whom another system identified. @throws AppError 409 account_inactive; account_elsewhere for platform staff;
 * second_factor_needed
 */
async function launchedMember(membershipId: number): Promise<{ user_id: number; role: Role; plugins: string[] }> {
  const companyId = currentCompanyId()
  const [row] = await asSystem('federation.launch', () =>
    preparedQuery<Entering & { platform_role: Role | null }>(db, 'platform_launched', LAUNCHED, [membershipId, companyId]),
  )
  if (!row) throw conflict('account_inactive')
  if (row.platform_role) throw conflict('account_elsewhere')
  // A second factor is only asked for at our own sign-in page.
  if (stepOf(row)) throw conflict('second_factor_needed')
  return row
}

/**
 * Signs in a member of the running company whom another system identified, and shows a page in that system's frame or in a window.
 * @param framedBy origins of the frame's page; null in a window
 * @param to runs for a person who may sign in, and returns the path
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
  const entry = { membershipId, via: VIA_FEDERATION, ...(framedBy && { framedBy }) }
  const opened = await openSessionOf(ctx, entry, { userId, companyId: currentCompanyId() })
  await showEntered(ctx, entry, opened, path)
}

/**
 * Like `enterLaunched`, for a page of ours that made the request and navigates itself.
 * @param to runs for a person who may sign in, and returns the path; null: where they land
 * @returns the path
 * @throws AppError 409 as launchedMember
 */
export async function openLaunched(ctx: HttpContext, membershipId: number, to: () => Promise<string | null>): Promise<string> {
  const { role, plugins } = await launchedMember(membershipId)
  const named = await to()
  await endSession(readCookie(ctx, SESSION_COOKIE))
  const opened = await openSession(ctx, { membershipId, via: VIA_FEDERATION })
  const path = named ?? pluginRegistry().home(role, plugins)
  setLoginHints(ctx, opened.expiresAt, path)
  return path
}
