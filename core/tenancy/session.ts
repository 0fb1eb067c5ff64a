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
  /** Null where no session is behind it: work that a person started. */
  last_seen_at: Date | null
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
  time_zone: string | null
  plugins: string[] | null
  framed_by: string[] | null
  /** How the person came in; null where no session is behind it. */
  via: string | null
  /** Set while an admin sees the site as a company sees it. */
  visit_id: number | null
  visit_until: Date | null
  visit_reason: string | null
  /** The person's active memberships, by the company's name; null unless they were asked for. */
  memberships: { id: number; company_name: string; role: Role }[] | null
  /** Short name of the course that the person takes now; null also unless it was asked for. */
  current_course: string | null
}

/** An admin's look at the site as a company sees it (core/visits). */
export interface Visit {
  readonly id: number
  readonly companyId: number
  readonly until: Date
  /** Why it may change something; null: it reads only. */
  readonly reason: string | null
}

/** A window of its own that was opened out of a frame. */
export const VIA_WINDOW = 'core.window'
/** A company's own directory said who it is. */
export const VIA_VOUCHED = 'core.vouched'

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
  /** Somebody of the platform who only visits the company, with its supervisors' role. */
  readonly visit: Visit | null
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
    this.visit = id && until && companyId ? { id, companyId, until, reason } : null
    this.role = row.role ?? row.platform_role ?? 'leerling'
    this.entitlements = row.entitlements ?? []
    this.permissions = pluginRegistry().permissionsOf(this.role)
  }

  /**
   * A visit's is lent too: it leads nowhere else, and not to what is the admin's own.
   * Another site said who this is, for one company: whoever frames a page, also in the window that it opens, and a company's own
   * directory. Nothing leads from there into another company, nor to what the person has elsewhere.
   */
  get isLent(): boolean {
    return this.visit !== null || this.framedBy !== null || this.row.via === VIA_WINDOW || this.row.via === VIA_VOUCHED
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
