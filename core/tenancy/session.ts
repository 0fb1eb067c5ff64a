import type { Access } from '../contract/access.js'
import type { Session as SessionContract, SessionRow, Impersonation } from '../contract/session.js'
import { isAllowed } from '../contract/access.js'
import type { Role } from '../contract/roles.js'
import { isAdminRole } from '../contract/roles.js'
import { pluginRegistry } from '../plugins/registry.js'

export type { SessionRow, Impersonation }

/** A window that was opened out of a frame. */
export const VIA_WINDOW = 'core.window'
/** A company's own directory identified the person. */
export const VIA_FEDERATION = 'core.vouched'

/**
 * The signed-in person: in one company with one role, or an admin without a company. Read for every request, so that a changed role, a
 * deactivation or a sign-out elsewhere takes effect at once.
 */
export class Session implements SessionContract {
  readonly id: number
  readonly userId: number
  readonly companyId: number | null
  readonly membershipId: number | null
  /** Origins that frame its pages; null for an ordinary session. */
  readonly framedBy: readonly string[] | null
  /** A platform admin who views the company with its supervisors' role. */
  readonly impersonation: Impersonation | null
  readonly role: Role
  readonly entitlements: readonly string[]
  readonly permissions: ReadonlySet<string>

  constructor(readonly row: SessionRow) {
    this.id = row.id
    this.userId = row.user_id
    this.companyId = row.company_id
    this.membershipId = row.membership_id
    this.framedBy = row.framed_by
    const { visit_id: id, visit_until: until, visit_reason: reason, company_id: companyId } = row
    this.impersonation = id && until && companyId ? { id, companyId, until, reason } : null
    this.role = row.role ?? row.platform_role ?? 'leerling'
    this.entitlements = row.entitlements ?? []
    this.permissions = pluginRegistry().permissionsOf(this.role)
  }

  /**
   * Whether the session is limited to this company. True for an admin's impersonation, for a session identified by another site (also in the window
   * it opens), and for one identified by the company's own directory. Such a session cannot switch companies or reach the person's other
   * data.
   */
  get isLent(): boolean {
    return this.impersonation !== null || this.framedBy !== null || this.row.via === VIA_WINDOW || this.row.via === VIA_FEDERATION
  }

  get isAdmin(): boolean {
    return isAdminRole(this.role)
  }

  /** The plugins that are on for this person: the company's, or all for an admin without a company. */
  get enabledPlugins(): readonly string[] | 'all' {
    return this.row.plugins ?? 'all'
  }

  can(permission: string): boolean {
    return this.permissions.has(permission)
  }

  isAllowed(access: Access): boolean {
    return isAllowed(access, this)
  }
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** The signed-in person, or null for a visitor. Set by the guard of every route. */
    session: Session | null
  }
}
