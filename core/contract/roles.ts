/**
 * The roles of a membership (specification, section 6). A person may hold
 * another role in another company; the session carries exactly one.
 */
export const ROLES = ['leerling', 'beheerder', 'admin', 'mini_admin', 'examinator', 'proctor'] as const
export type Role = (typeof ROLES)[number]

/** mini_admin counts as admin but stays separately identifiable (section 1). */
export const ADMIN_ROLES: readonly Role[] = ['admin', 'mini_admin']
/** The people who manage: supervisors and admins. */
export const MANAGER_ROLES: readonly Role[] = ['beheerder', 'admin', 'mini_admin']

export function isAdminRole(role: string | null | undefined): boolean {
  return role === 'admin' || role === 'mini_admin'
}
