/** A visit to a public page of a company's site, or of the platform's own. */
export interface PublicVisit {
  /** Parameters of the page's path; a missing optional one is undefined. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Parameters of the query string; texts only. */
  readonly query: Readonly<Record<string, string | undefined>>
  /** The language of the page. */
  readonly language: string
  /** Null: the platform's own site. */
  readonly company: { readonly loginId: string; readonly name: string } | null
  /** The canonical address of a path on this site, including the company: on the company's own domain if it has one. */
  readonly address: (path: string) => string
}

/** An item of a section: a card, a number, a question with its answer, or a quote. */
export interface PublicItem {
  readonly name: string
  readonly text: string
  readonly href?: string
  readonly picture?: string
  /** Short facts below the text, such as when and where. */
  readonly facts?: readonly string[]
}

/** The layout of a section. `opening` is the first of a page, in the brand colour. */
export const SECTION_LOOKS = ['opening', 'text', 'cards', 'figures', 'questions', 'quotes', 'closing'] as const

/** A part of a page that consists of its document only. Plain text everywhere; core renders and escapes it. */
export interface PublicSection {
  /** Links within the page use `#id`. */
  readonly id: string
  readonly look: (typeof SECTION_LOOKS)[number]
  readonly heading: string
  /** Paragraphs, separated by an empty line. */
  readonly text: string
  readonly items: readonly PublicItem[]
  /** The first is the primary one. */
  readonly links: readonly { readonly label: string; readonly href: string }[]
}

/** The content of a public page before any script runs: for search engines, for sites that frame it, and for the reader meanwhile. */
export interface PublicContent {
  readonly title: string
  /** One or two sentences, for search engines. */
  readonly description: string
  /** The canonical address; made with `visit.address`. */
  readonly canonical: string
  /** schema.org, as JSON-LD. */
  readonly structured: Readonly<Record<string, unknown>>
  /** `picture`: sixteen by nine, at the top of the item. */
  readonly items: readonly { readonly name: string; readonly text: string; readonly href: string; readonly picture?: string }[]
  /** For a page that consists of its document only (`documentOnly`): all of its content, instead of `items`. */
  readonly sections?: readonly PublicSection[]
  /** Codes of the languages in which the page is available, with `?lang=`: its alternates. Empty: only one language. */
  readonly languages?: readonly string[]
  /** The language that the content is in, if it is not available in the language of the visit. Only with `sections`. */
  readonly language?: string
  /** Full address of the picture in link previews. */
  readonly picture?: string
  /** Origins whose pages may frame it; empty: none. */
  readonly framedBy: readonly string[]
  /** Replaces the platform's branding if there is no company. `theme` is an id of themes/. */
  readonly colors?: { readonly primary: string; readonly secondary: string; readonly theme?: string }
}

/**
 * Loads the content of a public page, in the scope of the company whose site it is (by its login id or host), or of the platform's shared
 * rows. Null: the page does not exist. Listed in `publicContent` of the plugin; see decision 0149.
 */
export type PublicPage = (visit: PublicVisit) => Promise<PublicContent | null>

/** The type of the modules in `publicContent` of a plugin. */
export interface PublicPageModule {
  readonly default: PublicPage
  /** Paths of this page for the site's sitemap, for search engines. Called in the same scope as the page. */
  readonly paths?: () => Promise<readonly string[]>
}
