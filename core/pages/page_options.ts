import type { Session } from '../tenancy/session.js'
import type { TokenLookup } from '../tenancy/public_lookup.js'

/** The requested page, and the company in its address. */
export interface PageOptions {
  /** Login id in the address: the page is that company's. */
  loginId?: string
  /** The company of a token in the address (PageDefinition.companyFrom). */
  companyFrom?: TokenLookup | undefined
  /** The company with this id; null for none. */
  companyId?: number | null
  /** The page is an error of this type (specification, section 2: /error/{type}). */
  error?: string
  /** Name of the page (PageDefinition). */
  name?: string
  /** The page's content comes from its plugin (PluginDefinition.publicContent); it uses no session. */
  publicSite?: boolean
  /** Message id of the title. */
  title?: string
  /** The page's plugin: where it is off, the page does not exist. */
  plugin?: string
  /** The page only exists under `npm run dev`. */
  developmentOnly?: boolean | undefined
  /** The sign-in page, a small app of its own (web/boot/sign_in_pages.ts). */
  frontDoor?: boolean
  /** A page on which the tag manager may measure. */
  measured?: boolean
  /** Somebody signed in with this request, in a frame (core/accounts/entry.ts): their session and path. */
  entered?: { session: Session; token: string; path: string }
  /** Who may frame the page for somebody who could not sign in: an error, or the page at `path`, which uses no session. */
  framedBy?: readonly string[] | null
  path?: string
}
