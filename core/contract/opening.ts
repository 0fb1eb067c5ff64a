import type { Session } from './session.js'

/** The person who opens a page of the signed-in part, and its address. */
export interface OpeningVisit {
  readonly session: Session
  /** Parameters of the path; a missing optional one is undefined. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Parameters of the query string; texts only. */
  readonly query: Readonly<Record<string, string | undefined>>
  /** The language of the page. */
  readonly language: string
  /** The person's own company, or the one that an admin chose (`?id=`). Null for an admin who chose none. */
  readonly company: { readonly id: number; readonly loginId: string; readonly name: string } | null
  /** The origin of the requested address, such as `https://training.example`. */
  readonly origin: string
}

/** Content of a page that the server renders before any script runs, in its final position. Plain texts. */
export interface Opening {
  /** Height in pixels of content above it, such as the company picker. For admins only. */
  readonly above?: number
  /** The title, if it is the name of the shown record. */
  readonly heading?: string
  /** The line below the title. */
  readonly lead?: string
  /** The label of the back link above the title. */
  readonly back?: string
  /** The first visible picture on a phone; on wider screens scripts run before the first paint. */
  readonly picture?: {
    readonly url: string
    /** `card`: the picture is at the top of a card. `whole`: sixteen by nine. */
    readonly shape: 'card' | 'whole'
    /** Pixels of the content between the title's lines and the picture; 0 if it directly follows them. */
    readonly below: number
  }
  /**
   * The first part of a long page, on any screen: its title and the line below that. `below` is as for a picture; a part has no picture.
   */
  readonly part?: { readonly title: string; readonly text: string; readonly below: number }
  /** The first long text that can be edited here, in place of its input of at least `rows` lines. `below` is as for a part. */
  readonly field?: { readonly text: string; readonly rows: number; readonly below: number }
  /** The texts of the page's `EmptyState`. */
  readonly state?: { readonly title: string; readonly text: string }
}

/** A visit to a public page. */
export interface VisitorVisit extends Pick<OpeningVisit, 'params' | 'query' | 'language'> {
  /** The company by the address or the browser's cookie; null: none. */
  readonly company: { readonly loginId: string; readonly name: string } | null
  /** The visitor is signed in. */
  readonly isSignedIn: boolean
  /** This browser is in the middle of a registration. */
  readonly isRegistering: boolean
}

/** Like `PageOpening`, for a page in a `VisitorFrame`, outside the scope of a company. Listed in `visitorOpenings` of the plugin. */
export type VisitorOpening = (visit: VisitorVisit) => Promise<Required<Pick<Opening, 'heading' | 'lead'>> | null>

/**
 * Loads the opening of a page, in the person's company. Null: the page has no opening this time. The document waits for it, so it may take
 * one quick query. Listed in `openings` of the plugin; see decision 0197.
 */
export type PageOpening = (visit: OpeningVisit) => Promise<Opening | null>

/** The module of an opening. */
export interface OpeningModule {
  readonly default: PageOpening
  /** Also called for admins, outside any company's scope. Its services open the scopes they need. */
  readonly forAdmins?: true
}

/** Parses an id from an address; null if it cannot be an id. */
export const idIn = (text: string | undefined): string | null => (text && /^[1-9]\d{0,14}$/.test(text) ? text : null)
