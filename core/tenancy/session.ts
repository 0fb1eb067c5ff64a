import type { Access } from '../contract/access.js'
import { isAllowed } from '../contract/access.js'
import type { Role } from '../contract/roles.js'
import { isAdminRole } from '../contract/roles.js'
import { pluginRegistry } from '../plugins/registry.js'

/** One row of the query that every signed-in request pays for (session_store.ts). */
export interface SessionRow {
  id: number
  user_id: number
  company_id: number | null
  membership_id: number | null
  expires_at: Date
  email: string
  firstname: string
  lastname: string
  language: string
  platform_role: Role | null
  email_verified: boolean
  role: Role | null
  entitlements: string[] | null
  registration_type: 'invite' | 'signup' | 'launch' | null
  login_id: string | null
  company_name: string | null
  logo_file: string | null
  settings_version: string | null
  plugins: string[] | null
  framed_by: string[] | null
}

/**
 * Who is asking: one person in one company with one role, or an admin without
 * a company. Read anew for every request, so that a change of role, an
 * inactive membership or a sign-out elsewhere counts at once.
 */
export class Session {
  readonly id: number
  readonly userId: number
  readonly companyId: number | null
  readonly membershipId: number | null
  /** Origins on whose pages it stands in a frame; null for an ordinary session. */
  readonly framedBy: readonly string[] | null
  readonly role: Role
  readonly entitlements: readonly string[]
  readonly permissions: ReadonlySet<string>

  constructor(readonly row: SessionRow) {
    this.id = row.id
    this.userId = row.user_id
    this.companyId = row.company_id
    this.membershipId = row.membership_id
    this.framedBy = row.framed_by
    this.role = row.role ?? row.platform_role ?? 'leerling'
    this.entitlements = row.entitlements ?? []
    this.permissions = pluginRegistry().permissionsOf(this.role)
  }

  get isAdmin(): boolean {
    return isAdminRole(this.role)
  }

  /** What is on for this person: the company's plugins, or all for an admin without a company. */
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
