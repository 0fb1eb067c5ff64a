import type { Session } from '../tenancy/session.js'

/** Who opens a page of the signed-in part, and where. */
export interface OpeningVisit {
  readonly session: Session
  /** Of the page's path; an optional one that is not there is undefined. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Of its query string; only texts. */
  readonly query: Readonly<Record<string, string | undefined>>
  /** In which the page is shown. */
  readonly language: string
}

/** What a page shows of its own data before any script ran, where it will stand. Plain texts. */
export interface Opening {
  /** Its title, where that is the name of what it shows. */
  readonly heading?: string
  /** The line below the title. */
  readonly lead?: string
  /** The way back above the title. */
  readonly back?: string
  /** The first picture in sight on a phone; wider screens have scripts before they paint. */
  readonly picture?: {
    readonly url: string
    /** `card`: a strip on top of a card. `whole`: sixteen by nine. */
    readonly shape: 'card' | 'whole'
    /** Pixels of what comes between the title's lines and the picture; 0 where it follows them. */
    readonly below: number
  }
  /** The first part of a long page, on any screen: its title and the line below that. `below` as of a picture, which it has none of. */
  readonly part?: { readonly title: string; readonly text: string; readonly below: number }
}

/** Who comes to a page that everybody may open, before any sign-in. */
export interface VisitorVisit extends Pick<OpeningVisit, 'params' | 'query' | 'language'> {
  /** Whose page it is, as its address or this browser says; null: nobody's in particular. */
  readonly company: { readonly loginId: string; readonly name: string } | null
  /** This browser is in the middle of a registration. */
  readonly isRegistering: boolean
}

/** As `PageOpening`, of a page in a `VisitorFrame`; in no company's scope. Named in `visitorOpenings` of the plugin. */
export type VisitorOpening = (visit: VisitorVisit) => Promise<Required<Pick<Opening, 'heading' | 'lead'>> | null>

/**
 * Makes the opening of a page for who opens it, in the scope of their company; null: the page is as every other. It is waited for by the
 * document: one quick query. Named in `openings` of the plugin; see decision 0197.
 */
export type PageOpening = (visit: OpeningVisit) => Promise<Opening | null>
