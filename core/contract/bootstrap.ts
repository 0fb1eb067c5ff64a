import type { NavItem, PageDefinition } from './pages.js'
import type { Role } from './roles.js'
import type { SettingsByPlugin } from './settings.js'

/** What the server knows of a company's look; every value is safe to show to a visitor. */
export interface Branding {
  /** Login id, as in `/login/noordwind`; null for the platform's own pages. */
  loginId: string | null
  companyName: string
  /** URL of the logo with a content hash in it, or null: the name is shown instead. */
  logoUrl: string | null
  faviconUrl: string | null
  /** HEX as the customer entered it: never used for text without computing contrast. */
  primaryColor: string
  secondaryColor: string
  /** Id of a theme in themes/. */
  theme: string
}

/** What is broken now (specification, sections 2 and 3). */
export interface Incident {
  english_message: string
  dutch_message: string
}

/** The answer of GET /user/identify (specification, section 3), exact names. */
export interface IdentifiedUser {
  status: 'good'
  user_role: Role
  email: string
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
  /** Null when the e-mail address is verified. The code itself never leaves the server: a pending one is `pending`. */
  email_verify_code: 'pending' | null
  incident: Incident | null
  /** ISO 8601. */
  session_expires_at: string
  company_name: string
  enrolled_by_company: string | null
  current_course_shortname: string | null
  /** Permissions of the role, so that the page can show what the server will allow. */
  permissions: string[]
  /** Other companies in which this person is a member; the profile menu switches. */
  memberships: { id: number; company_name: string; role: Role; current: boolean }[]
}

/**
 * What the HTML page carries for the browser (JSON in `<script type="application/json" id="bootstrap">`),
 * so that nothing flashes unbranded and the first screen needs no further call.
 */
/** An entry of the navigation in the page's language: its plugin's words need not be there for the bar. */
export type ShownNavItem = Omit<NavItem, 'label' | 'roles'> & { text: string }

export interface Bootstrap {
  branding: Branding
  /** The language that this page is in. */
  lang: string
  /** The languages that can be picked. */
  languages: string[]
  /** The signed-in person, or null. */
  user: IdentifiedUser | null
  /** Ids of the plugins that are on here. */
  plugins: string[]
  /** The company's settings that say `browser`: plugin → key → value. */
  settings: SettingsByPlugin
  pages: PageDefinition[]
  nav: ShownNavItem[]
  /** On a company's login page: other ways in, in the page's language. Without a question it is a button. */
  doors: { question: string | null; label: string; path: string }[]
  /** Part (`core` or a plugin id) → language → URL of its messages, cached for ever by content hash. */
  messages: Record<string, Record<string, string>>
  /** By whose clocks days are told: the company's time zone. */
  timeZone: string
  version: string
  /** Told to visitors too: the red strip at the bottom. */
  incident: Incident | null
  /**
   * The page stands in a frame on another site's page: no bars, no other company,
   * a way into a window of its own. `token`: carries the session where the
   * browser keeps no cookie there; `path`: where the page is, when the address is a link that was used up.
   */
  framed: { token: string | null; path: string | null } | null
  /**
   * The tag manager that measures page views here (section 2), for signed-in
   * people who are no admins. `allowed`: the person agreed and this page's policy
   * lets it load.
   */
  tagManager: { id: string; allowed: boolean } | null
  /** An admin sees the site as this company sees it: until when (ISO 8601), and whether something may be changed. Goes with each call. */
  visit: { id: number; until: string; mayChange: boolean } | null
  /** True only under `npm run dev`. */
  development: boolean
  /** On the platform's login page: the company that this browser came from, when it was closed meanwhile. */
  closedCompany: string | null
  /** Set when the page itself is an error (404, maintenance …): a type of /error/{type}. */
  error: string | null
}
