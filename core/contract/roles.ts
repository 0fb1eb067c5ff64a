/** The roles of a membership (specification, section 6). A person may have another role in another company; a session has exactly one. */
export const ROLES = ['leerling', 'beheerder', 'admin', 'mini_admin', 'examinator', 'proctor'] as const
export type Role = (typeof ROLES)[number]

/** mini_admin counts as an admin but can still be told apart (section 1). */
export const ADMIN_ROLES: readonly Role[] = ['admin', 'mini_admin']
/** Managers: supervisors and admins. */
export const MANAGER_ROLES: readonly Role[] = ['beheerder', 'admin', 'mini_admin']

export function isAdminRole(role: string | null | undefined): boolean {
  return role === 'admin' || role === 'mini_admin'
}
