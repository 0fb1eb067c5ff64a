import type { NavItem, PageDefinition } from './pages.js'
import type { Role } from './roles.js'
import type { SettingsByPlugin } from './settings.js'

/** A company's branding; every value may be shown to visitors. */
export interface Branding {
  /** Login id, as in `/login/noordwind`; null for the platform's own pages. */
  loginId: string | null
  companyName: string
  /** URL of the logo with a content hash, or null: the name is shown instead. */
  logoUrl: string | null
  faviconUrl: string | null
  /** HEX as the customer entered it. Never use it for text without computing the contrast. */
  primaryColor: string
  secondaryColor: string
  /** Id of a theme in themes/. */
  theme: string
}

/** Current outages (specification, sections 2 and 3). */
export interface Incident {
  english_message: string
  dutch_message: string
}

/** The answer of GET /user/identify (specification, section 3), exact names. */
export interface IdentifiedUser {
  status: 'good'
  user_role: Role
  /** Null for a person without an e-mail address. */
  email: string | null
  firstname: string
  infix: string | null
  lastname: string
  lang: string
  company_logo: string | null
  has_browser_alert: 0 | 1
  /** Flags of the company that settings declare (`identifiedAs`), under the specification's names. */
  [flag: `has_${string}`]: 0 | 1
  /** Every entitlement the platform knows, each flagged held or not. */
  entitlements: { name: string; held: boolean }[]
  registration_type: 'invite' | 'signup' | 'launch'
  /** Null if the e-mail address is verified; otherwise `pending`. The code itself never leaves the server. */
  email_verify_code: 'pending' | null
  incident: Incident | null
  /** ISO 8601. */
  session_expires_at: string
  company_name: string
  enrolled_by_company: string | null
  current_course_shortname: string | null
  /** Permissions of the role, so that the page can show what the server allows. */
  permissions: string[]
  /** Other companies of which this person is a member; the profile menu switches between them. */
  memberships: { id: number; company_name: string; role: Role; current: boolean }[]
}

/**
 * Data in the HTML page for the browser (JSON in `<script type="application/json" id="bootstrap">`), so that the page never appears
 * unbranded and the first screen needs no further request.
 */
/** An entry of the navigation in the page's language, so that the bar does not need its plugin's messages. */
export type ShownNavItem = Omit<NavItem, 'label' | 'roles'> & { text: string }

export interface Bootstrap {
  branding: Branding
  /** The language of this page. */
  lang: string
  /** The languages that a person can choose. */
  languages: string[]
  /** The signed-in person, or null. */
  user: IdentifiedUser | null
  /** Ids of the plugins that are on for this company. */
  plugins: string[]
  /** The company's settings with `browser`: plugin → key → value. */
  settings: SettingsByPlugin
  pages: PageDefinition[]
  nav: ShownNavItem[]
  /** On a company's sign-in page: other ways to sign in, in the page's language. Without a question it is a button. */
  doors: { question: string | null; label: string; path: string }[]
  /** Part (`core` or a plugin id) → language → URL of its messages. The URL contains a content hash and is cached without expiry. */
  messages: Record<string, Record<string, string>>
  /** The company's time zone, used to determine days. */
  timeZone: string
  version: string
  /** Shown to visitors too: the red strip at the bottom. */
  incident: Incident | null
  /**
   * Set if the page is in a frame on another site's page: it has no bars and no company switch, and can be opened in its own window.
   * `token`: carries the session if the browser stores no cookie there; `path`: the path of the page, if its address is a single-use link.
   */
  framed: { token: string | null; path: string | null } | null
  /**
   * The tag manager that measures page views here (section 2), for signed-in people except admins. `allowed`: the person agreed and this
   * page's policy allows loading it.
   */
  tagManager: { id: string; allowed: boolean } | null
  /**
   * Set while an admin sees the site as this company sees it: until when (ISO 8601), and whether changes are allowed. Sent with each
   * request.
   */
  impersonation: { id: number; until: string; mayChange: boolean } | null
  /** True only under `npm run dev`. */
  development: boolean
  /** On the platform's sign-in page: the company that this browser used before, if it was closed meanwhile. */
  closedCompany: string | null
  /** Set if the page itself is an error (404, maintenance …): a type of /error/{type}. */
  error: string | null
}
