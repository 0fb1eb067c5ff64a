import type { Access } from './access.js'
import type { Role } from './roles.js'

/** The sections of the navigation, in display order. */
export const NAV_SECTIONS = ['main', 'profile', 'tools', 'public'] as const
export type NavSection = (typeof NAV_SECTIONS)[number]

/** The topics of the help articles, in display order. */
export const HELP_TOPICS = ['learn', 'account', 'people', 'courses', 'orders', 'site', 'insight', 'tools'] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

/**
 * A page of a plugin. The server answers its path with the branded HTML; the browser renders the component that the plugin's web half
 * registers for `name`.
 */
export interface PageDefinition {
  /** `<plugin>.<name>`, unique; the key of the component in the web half. */
  readonly name: string
  /** react-router syntax, e.g. `/deelnemer/training/:participation?`. */
  readonly path: string
  /** Other paths that lead here, e.g. those of pages below it without the required ids. Exact, without parameters. */
  readonly alsoAt?: readonly string[]
  /** Who may open it. `anyone` makes it a public page, which needs no session. */
  readonly access: Access
  /** Message id of the document title. */
  readonly title: string
  /**
   * Message ids of the line below the title, if it is the same whatever the page shows (`{company}` is the company's name). It is rendered
   * before any script runs.
   */
  readonly lead?: { readonly text: string; readonly forAdmins?: string }
  /** Message id of the back link above the title, if it is always the same: as `lead`. */
  readonly back?: string
  /** Addresses of the page's first requests, without parameters; they are sent while its code loads. */
  readonly ahead?: readonly string[]
  /**
   * A public page that consists of its document only (`sections` of its public content): the app is not loaded and has no component for it.
   */
  readonly documentOnly?: boolean
  /** Section 2: pages on which the navigation bar is hidden. */
  readonly hideNavigation?: boolean
  /** The page that these roles see after signing in (specification, section 6); if there are several, the lowest order. */
  readonly landing?: { readonly roles: readonly Role[]; readonly order: number }
  /** Section 2: routes whose views are logged (never for admins). */
  readonly logView?: boolean
  /**
   * The help article that explains the page: `help/<language>/<article>.md` in the plugin's folder. The title links to it, and the list of
   * articles shows it under its topic.
   */
  readonly help?: { readonly topic: HelpTopic; readonly article: string }
  /** Uses the full width of the window (dense lists) instead of the reading column. */
  readonly width?: 'reading' | 'wide'
  /** A signed-in person who may not open it gets the page for an unknown address, with status 404. */
  readonly hidden?: boolean
  /** Exists only under `npm run dev`. */
  readonly developmentOnly?: boolean
  /**
   * For a public page that shows one company's row to a stranger. The page is branded as the company whose row of `table` has the path
   * parameter `param` in its `token` column, and answers 404 if there is none. Not sent to browsers.
   */
  readonly companyFrom?: { readonly param: string; readonly table: string }
  /** For a public page: the query parameter with the login id of the company that it is branded as, if that company exists. */
  readonly companyParam?: string
}

/**
 * An alternative way to sign in, on the sign-in page of a company that enabled it. Its words are sent with the page, so that no code of a
 * plugin is loaded for it.
 */
export interface Door {
  /** Name of a page, or of a GET route that redirects the browser; either gets the company's login id as `?company=`. */
  readonly to: string
  /** Message id of the question before the link; without it the link is a button above the form. */
  readonly question?: string
  /** Message id of the label of the link or button; `{value}` is the setting's value. */
  readonly label: string
  /** A setting of the plugin that is sent to browsers, and the value that enables it; without `is` any value. */
  readonly when: { readonly key: string; readonly is?: string }
}

/** The first pages in a role's main menu, in this order; other entries follow in their own order. */
export type Menus = Readonly<Partial<Record<Role, readonly string[]>>>

/** An entry of the navigation. A role sees it if it may open the page and is listed. */
export interface NavItem {
  readonly section: NavSection
  /** Name of the page it opens. */
  readonly page: string
  /** Message id of the label. */
  readonly label: string
  /** Message id of its description in the supervisors' tour; without one the tour skips it. */
  readonly tour?: string
  /** Paths on which this entry is also shown as current: pages below it with another address. */
  readonly alsoUnder?: string | readonly string[]
  /** It leads to something that a company configures, so the settings page links it too, with the company's `?id=`. */
  readonly aboutCompany?: boolean
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
  /** Lower comes first. Use tens. */
  readonly order: number
  /** Only for these roles; default: everyone who may open the page. */
  readonly roles?: readonly string[]
  /** Shown in the bottom bar of a phone for these roles (at most four each, beside "more"); default none. */
  readonly bottomBarFor?: readonly string[]
  /** These roles see it only if the company has this flag on; the setting, `<plugin>.<key>`, has `browser`. */
  readonly needsFlag?: { readonly setting: string; readonly roles: readonly string[] }
}

/** Returns the list unchanged; the call checks the types of every page where it is written. */
export function definePages<const T extends readonly PageDefinition[]>(pages: T): T {
  return pages
}

/** The landing page of roles that have none from an enabled plugin. */
const ANYBODYS_HOME = '/profiel'

/** The landing page of a role among the given pages: the one with `landing` for the role, or else the profile. Pure. */
export function landingPath(pages: readonly Pick<PageDefinition, 'path' | 'landing'>[], role: Role): string {
  const own = pages.flatMap(({ path, landing }) => (landing?.roles.includes(role) ? [{ path, order: landing.order }] : []))
  return own.sort((a, b) => a.order - b.order)[0]?.path ?? ANYBODYS_HOME
}
