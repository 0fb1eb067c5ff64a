import db from '@adonisjs/lucid/services/db'
import { hasMailbox } from '../contract/mail.js'
import type { Role } from '../contract/roles.js'
import { preparedQuery } from '../tenancy/connections.js'
import type { SecondFactorRule } from './second_factor.js'
import { asSystem } from '../tenancy/scope.js'
import { CANDIDATES, CANDIDATE_BY_CODE } from './statements.js'

/** A person with one of their memberships; without one for an admin. */
export interface Candidate {
  user_id: number
  password: string | null
  platform_role: Role | null
  membership_id: number | null
  company_id: number | null
  role: Role | null
  status: string | null
  login_id: string | null
  company_status: string | null
  state: string | null
  second_factor_at: Date | null
  second_factor: SecondFactorRule | null
  password_sign_in: 'everybody' | 'supervisors' | null
  /** Only of `candidateByCode`. */
  code_kind?: 'issued' | 'own'
}

/**
 * Whether a password signs a person in to a company. Where the company's directory does that, passwords may be left to supervisors, who can
 * then repair the directory's configuration. Pure.
 */
export const mayUsePassword = ({ role, password_sign_in: rule }: Pick<Candidate, 'role' | 'password_sign_in'>) =>
  rule !== 'supervisors' || role === 'beheerder'

/** A person's memberships. The company of the given login id comes first; without one the most recently used. */
export async function candidates(email: string, loginId: string | null): Promise<Candidate[]> {
  // A placeholder address is not an address to sign in with.
  if (!hasMailbox(email)) return []
  return asSystem('sign_in.find', () => preparedQuery<Candidate>(db, 'platform_candidates', CANDIDATES, [email, loginId ?? '']))
}

/**
 * The person of a membership, when they sign in by a code instead of an address. They are in no directory, so a rule that leaves passwords
 * to supervisors does not keep them out.
 */
export async function candidateByCode(membershipId: number): Promise<Candidate | undefined> {
  const [row] = await asSystem('sign_in.find_by_code', () =>
    preparedQuery<Candidate>(db, 'platform_candidate_by_code', CANDIDATE_BY_CODE, [membershipId]),
  )
  return row && isActive(row) ? { ...row, password_sign_in: 'everybody' } : undefined
}

const isActive = (row: Candidate) => row.status === 'active' && row.company_status === 'active'

/**
 * The membership that a sign-in uses. On a company's page only that company counts, so that nobody lands under another brand and no
 * company's page reveals who the admins are. Admins sign in without a company.
 */
export function choose(rows: Candidate[], loginId: string | null): Candidate | undefined {
  const admin = loginId ? undefined : rows.find((row) => row.platform_role)
  if (admin) return { ...admin, membership_id: null, company_id: null, role: null, second_factor: null, password_sign_in: null }
  const active = rows.filter(isActive)
  return loginId ? active.find((row) => row.login_id === loginId) : (active.find(mayUsePassword) ?? active[0])
}
