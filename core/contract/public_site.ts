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

/** One thing of a section: a card, a number, a question with its answer, somebody's words. */
export interface PublicItem {
  readonly name: string
  readonly text: string
  readonly href?: string
  readonly picture?: string
  /** Short facts below the text, such as when and where. */
  readonly facts?: readonly string[]
}

/** How a section is drawn. `opening` is the first of a page, in the brand's colour. */
export const SECTION_LOOKS = ['opening', 'text', 'cards', 'figures', 'questions', 'quotes', 'closing'] as const

/** A part of a page that is its document alone. Plain text everywhere; core writes and escapes it. */
export interface PublicSection {
  /** Links within the page lead to `#id`. */
  readonly id: string
  readonly look: (typeof SECTION_LOOKS)[number]
  readonly heading: string
  /** Paragraphs, with an empty line between them. */
  readonly text: string
  readonly items: readonly PublicItem[]
  /** The first one is the main one. */
  readonly links: readonly { readonly label: string; readonly href: string }[]
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
  /** Of a page that is its document alone (`documentOnly`): all that it shows, instead of `items`. */
  readonly sections?: readonly PublicSection[]
  /** Codes of the languages in which the page can be read, by `?lang=`: its alternates. None: only the one. */
  readonly languages?: readonly string[]
  /** Full address of the picture that a link in a message shows. */
  readonly picture?: string
  /** Origins on whose pages it may stand in a frame; none: nowhere. */
  readonly framedBy: readonly string[]
  /** Instead of the platform's, where no company is looked at. `theme` is an id of themes/. */
  readonly colors?: { readonly primary: string; readonly secondary: string; readonly theme?: string }
}

/**
 * Makes the content of a public page, in the scope of the company whose site it is (its login id or host), or of the platform's
 * shared rows. Null: there is no such page. Named in `publicContent` of the plugin; see decision 0149.
 */
export type PublicPage = (visit: PublicVisit) => Promise<PublicContent | null>

/** The module that `publicContent` of a plugin names. */
export interface PublicPageModule {
  readonly default: PublicPage
  /** Paths of this page that search engines should know, for the site's sitemap. In the same scope as the page. */
  readonly paths?: () => Promise<readonly string[]>
}
