import type { Access } from './access.js'
import type { Role } from './roles.js'

/** A row of the query that runs for every signed-in request (session_store.ts). */
export interface SessionRow {
  id: number
  user_id: number
  company_id: number | null
  membership_id: number | null
  expires_at: Date
  /** Null without a session: background work that a person started. */
  last_seen_at: Date | null
  /** Null for a person without a mailbox, who signs in by personnel number or from another system. */
  email: string | null
  firstname: string
  infix: string | null
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
  /** How the person signed in; null without a session. */
  via: string | null
  /** Set while an admin sees the site as a company sees it. */
  visit_id: number | null
  visit_until: Date | null
  visit_reason: string | null
  /** The person's active memberships, by the company's name; null unless requested. */
  memberships: { id: number; company_name: string; role: Role }[] | null
  /** Short name of the course that the person is taking; null also unless requested. */
  current_course: string | null
}

/** An admin who views the site as a company sees it (core/impersonation). */
export interface Impersonation {
  readonly id: number
  readonly companyId: number
  readonly until: Date
  /** The reason for write access; null: read-only. */
  readonly reason: string | null
}

/** The person who makes a request. Core creates the object for every request (core/tenancy/session.ts). */
export interface Session {
  readonly row: SessionRow
  readonly id: number
  readonly userId: number
  readonly companyId: number | null
  readonly membershipId: number | null
  /** Origins of the pages that frame this session; null for an ordinary session. */
  readonly framedBy: readonly string[] | null
  /** Set while an admin sees the company's site as its supervisors do. */
  readonly impersonation: Impersonation | null
  readonly role: Role
  readonly entitlements: readonly string[]
  readonly permissions: ReadonlySet<string>
  /** Whether the session is valid for this one company only. */
  readonly isLent: boolean
  readonly isAdmin: boolean
  /** The company's plugins, or all for an admin without a company. */
  readonly enabledPlugins: readonly string[] | 'all'
  can(permission: string): boolean
  isAllowed(access: Access): boolean
}
