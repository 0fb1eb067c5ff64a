import type { Role } from './roles.js'

/**
 * Who may use a route, page or nav item. There is no default: boot stops on
 * anything declared without one.
 */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signed_in' }
  | { readonly kind: 'permission'; readonly permission: string }
  | { readonly kind: 'entitlement'; readonly entitlement: string }

/** Visitors too. State in a comment why the data may be public. */
export const anyone: Access = Object.freeze({ kind: 'anyone' })
/** Every signed-in person, whatever the role. */
export const signedIn: Access = Object.freeze({ kind: 'signed_in' })
/** Roles that hold the permission (see `permissions` of the plugin). */
export const can = (permission: string): Access => Object.freeze({ kind: 'permission', permission })
/**
 * Memberships that hold the entitlement, e.g. examinator_can_validate_attempts.
 * @public
 */
export const entitledTo = (entitlement: string): Access => Object.freeze({ kind: 'entitlement', entitlement })

export interface AccessSubject {
  role: Role
  entitlements: readonly string[]
  permissions: ReadonlySet<string> | readonly string[]
}

/** Decides an access rule for a person, or for a visitor (`null`). Pure; used by server and browser alike. */
export function isAllowed(access: Access, subject: AccessSubject | null): boolean {
  if (access.kind === 'anyone') return true
  if (!subject) return false
  if (access.kind === 'signed_in') return true
  if (access.kind === 'entitlement') return subject.entitlements.includes(access.entitlement)
  const { permissions } = subject
  return permissions instanceof Set ? permissions.has(access.permission) : (permissions as readonly string[]).includes(access.permission)
}
