import type { Session } from './session.js'

/** Who opens a page of the signed-in part, and where. */
export interface OpeningVisit {
  readonly session: Session
  /** Of the page's path; an optional one that is not there is undefined. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Of its query string; only texts. */
  readonly query: Readonly<Record<string, string | undefined>>
  /** In which the page is shown. */
  readonly language: string
  /** Whose page it is: one's own, or the one that an admin chose (`?id=`); null for an admin who chose none. */
  readonly company: { readonly id: number; readonly loginId: string; readonly name: string } | null
  /** Of the address at which the page was asked for, such as `https://training.example`. */
  readonly origin: string
}

/** What a page shows of its own data before any script ran, where it will stand. Plain texts. */
export interface Opening {
  /** Pixels of what stands above all of it, such as the choice of a company; an admin's alone. */
  readonly above?: number
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
  /** The first long text that can be changed here, in the place of the box of at least `rows` lines that it is typed in. `below` as of a part. */
  readonly field?: { readonly text: string; readonly rows: number; readonly below: number }
  /** There is nothing here, and why: the words of its `EmptyState`. */
  readonly state?: { readonly title: string; readonly text: string }
}

/** Who comes to a page that everybody may open, before any sign-in. */
export interface VisitorVisit extends Pick<OpeningVisit, 'params' | 'query' | 'language'> {
  /** Whose page it is, as its address or this browser says; null: nobody's in particular. */
  readonly company: { readonly loginId: string; readonly name: string } | null
  /** Who comes is signed in all the same. */
  readonly isSignedIn: boolean
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

/** The module of an opening. */
export interface OpeningModule {
  readonly default: PageOpening
  /** It is made for admins too, in no company's scope: what it reads is for its services to open, as in a call of theirs. */
  readonly forAdmins?: true
}

/** An id of an address; null for what cannot be one, of which nothing is asked. */
export const askedId = (text: string | undefined): string | null => (text && /^[1-9]\d{0,14}$/.test(text) ? text : null)
