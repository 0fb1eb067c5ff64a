import type { Session } from '../tenancy/session.js'
import type { TokenLookup } from '../tenancy/public_lookup.js'

/** Which page is asked for, and what its address says of whose it is. */
export interface PageOptions {
  /** Login id in the address: the page is that company's. */
  loginId?: string
  /** The page is of the company that a token in the address belongs to (PageDefinition.companyFrom). */
  companyFrom?: TokenLookup | undefined
  /** The page is of the company with this id; null: of none in particular. */
  companyId?: number | null
  /** The page is an error of this type (specification, section 2: /error/{type}). */
  error?: string
  /** Name of the page (PageDefinition). */
  name?: string
  /** What the page has before any script ran is its plugin's to say (PluginDefinition.publicContent): it shows no session. */
  publicSite?: boolean
  /** Message id of the title. */
  title?: string
  /** Plugin that the page is of: where it is off, the page does not exist. */
  plugin?: string
  /** The page exists under `npm run dev` alone. */
  developmentOnly?: boolean | undefined
  /** The login page, which is a small app of its own (web/boot/front_door.ts). */
  frontDoor?: boolean
  /** A page of the signed-in part, where the tag manager may measure. */
  measured?: boolean
  /** Somebody came in with this very request, in a frame (core/accounts/entry.ts): whose page it is and where it is. */
  entered?: { session: Session; token: string; path: string }
  /** Who may frame a page of somebody who did not get in: an error, or the page at `path`, which shows no session. */
  framedBy?: readonly string[] | null
  path?: string
}
