/** Who looks at a public page of a company's site, or of the platform's own. */
export interface PublicVisit {
  /** Of the page's path; an optional one that is not there is undefined. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Of its query string; only texts. */
  readonly query: Readonly<Record<string, string | undefined>>
  /** In which the page is shown. */
  readonly language: string
  /** Null: the platform's own site. */
  readonly company: { readonly loginId: string; readonly name: string } | null
  /** The canonical address of a path on this site, with its company: the own domain of the company where it has one. */
  readonly address: (path: string) => string
}

/** What a public page has before any script ran: for search engines, for who frames it, and to be read meanwhile. */
export interface PublicContent {
  readonly title: string
  /** One or two sentences, for search engines. */
  readonly description: string
  /** The one address under which it should be found; made with `visit.address`. */
  readonly canonical: string
  /** schema.org, as JSON-LD. */
  readonly structured: Readonly<Record<string, unknown>>
  /** `picture`: sixteen by nine, on top of the item. */
  readonly items: readonly { readonly name: string; readonly text: string; readonly href: string; readonly picture?: string }[]
  /** Origins on whose pages it may stand in a frame; none: nowhere. */
  readonly framedBy: readonly string[]
  /** Instead of the platform's, where no company is looked at. */
  readonly colors?: { readonly primary: string; readonly secondary: string }
}

/**
 * Makes the content of a public page, in the scope of the company whose site it is (its login id or host), or of the platform's
 * shared rows. Null: there is no such page. Named in `publicContent` of the plugin; see decision 0149.
 */
export type PublicPage = (visit: PublicVisit) => Promise<PublicContent | null>
