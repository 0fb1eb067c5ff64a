import db from '@adonisjs/lucid/services/db'
import type { Role } from '../contract/roles.js'
import { asSystem } from '../tenancy/scope.js'

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
  registration_type: string | null
  last_seen_at: Date | null
}

/**
 * A person's ways in. With a company's login id the membership of that company
 * comes first; without one the most recently used.
 */
export async function candidates(email: string, loginId: string | null): Promise<Candidate[]> {
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
export function choose(rows: Candidate[], loginId: string | null): Candidate | undefined {
  const admin = loginId ? undefined : rows.find((row) => row.platform_role)
  if (admin) return { ...admin, membership_id: null, company_id: null, role: null }
  const active = rows.filter(isActive)
  return loginId ? active.find((row) => row.login_id === loginId) : active[0]
}
