import type { Access } from './access.js'
import type { Role } from './roles.js'

/** The sections of the navigation, in the order in which they are shown. */
export const NAV_SECTIONS = ['main', 'profile', 'tools', 'public'] as const
export type NavSection = (typeof NAV_SECTIONS)[number]

/**
 * One page of a plugin. The server answers its path with the branded HTML,
 * the browser shows the component that the plugin's web half gives for `name`.
 */
export interface PageDefinition {
  /** `<plugin>.<name>`, unique; the key of the component in the web half. */
  readonly name: string
  /** react-router syntax, e.g. `/deelnemer/training/:participation?`. */
  readonly path: string
  /**
   * Other paths that lead here, e.g. those of pages below it without the ids
   * that they need. Exact, without parameters.
   */
  readonly alsoAt?: readonly string[]
  /** Who may open it. `anyone` makes it a public page: no session is asked for. */
  readonly access: Access
  /** Message id of the document title. */
  readonly title: string
  /**
   * Message ids of the line under the title, where it says the same of whatever the page shows (`{company}` is the company's name):
   * it is there before any script ran.
   */
  readonly lead?: { readonly text: string; readonly forAdmins?: string }
  /** Message id of the way back above the title, where it is always the same: as `lead`. */
  readonly back?: string
  /** Addresses of calls, without parameters, that the page makes first: asked for along with its code. */
  readonly ahead?: readonly string[]
  /** A public page whose document is all of it (`sections` of its public content): the app is not loaded and has no component for it. */
  readonly documentOnly?: boolean
  /** Section 2: pages on which the navigation bar is hidden. */
  readonly hideNavigation?: boolean
  /** Where these roles land after signing in (specification, section 6); of several the lowest order. */
  readonly landing?: { readonly roles: readonly Role[]; readonly order: number }
  /** Section 2: routes whose views are logged (never for admins). */
  readonly logView?: boolean
  /** Name of the help article that explains the page: `help/<language>/<name>.md` in the plugin's folder. The title links to it. */
  readonly help?: string
  /** Fills the window's width (dense lists) instead of the reading column. */
  readonly width?: 'reading' | 'wide'
  /** Under `npm run dev` alone; anywhere else the page does not exist. */
  readonly developmentOnly?: boolean
  /**
   * For a public page that shows one company's row to a stranger: the page is
   * branded as the company whose row of `table` has the path parameter `param`
   * in its `token` column, and is 404 when there is none. Stays on the server.
   */
  readonly companyFrom?: { readonly param: string; readonly table: string }
  /** For a public page: the query parameter with the login id of the company that it is branded as, where there is such a company. */
  readonly companyParam?: string
}

/**
 * Another way in than the sign-in, on the login page of a company that has set it so. Its words go with the page: the door
 * loads nothing of a plugin.
 */
export interface Door {
  /** Name of a page of its own, or of a GET route that sends the browser on; either takes the company's login id as `?company=`. */
  readonly to: string
  /** Message id of what somebody asks themselves before the link; without it the door is a button above the form. */
  readonly question?: string
  /** Message id of what link or button says; `{value}` is the setting's. */
  readonly label: string
  /** One of the plugin's settings that browsers get, and the value with which it is open; without `is` any. */
  readonly when: { readonly key: string; readonly is?: string }
}

/** Which pages a role finds first in the main menu, in this order; entries that are not named follow in their own. */
export type Menus = Readonly<Partial<Record<Role, readonly string[]>>>

/** An entry of the navigation. Roles see it when they may open its page and are listed. */
export interface NavItem {
  readonly section: NavSection
  /** Name of the page it opens. */
  readonly page: string
  /** Message id of the label. */
  readonly label: string
  /** Message id of what the supervisors' tour says of it; without one the tour passes it by. */
  readonly tour?: string
  /** Paths under which this entry is the current one too: the pages that hang below it elsewhere. */
  readonly alsoUnder?: string | readonly string[]
  /** It leads to something that a company sets or asks: its settings page links it too, with the company's `?id=`. */
  readonly aboutCompany?: boolean
  /** Name of an icon from web/ui/icons. */
  readonly icon: string
  /** Lower comes first. Use tens. */
  readonly order: number
  /** Only for these roles; default: everyone who may open the page. */
  readonly roles?: readonly string[]
  /** Shown in the bottom bar of a phone for these roles (at most four each, beside "more"); default none. */
  readonly bottomBarFor?: readonly string[]
  /** These roles see it only where the company has this flag on; the setting, `<plugin>.<key>`, says `browser`. */
  readonly needsFlag?: { readonly setting: string; readonly roles: readonly string[] }
}

/** Gives the list back; its use is that every page is checked against the contract where it is written. */
export function definePages<const T extends readonly PageDefinition[]>(pages: T): T {
  return pages
}

/** Where everybody is at home when no plugin that is on gives their role a page. */
const ANYBODYS_HOME = '/profiel'

/** Where a role lands among the pages that there are: one says so in `landing`, or it is the profile. Pure. */
export function landingPath(pages: readonly Pick<PageDefinition, 'path' | 'landing'>[], role: Role): string {
  const own = pages.flatMap(({ path, landing }) => (landing?.roles.includes(role) ? [{ path, order: landing.order }] : []))
  return own.sort((a, b) => a.order - b.order)[0]?.path ?? ANYBODYS_HOME
}
