import type { HttpContext } from '@adonisjs/core/http'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Access } from './access.js'
import type { CarriedRules } from './archive.js'
import type { AttentionItem } from './attention.js'
import type { DeclaredHistory, Listener } from './events.js'
import type { FilePurpose } from './files.js'
import type { Finder } from './finders.js'
import type { InboxDefinition } from './inbox.js'
import type { LaunchIntegration } from './launches.js'
import type { AnyListDefinition, ListExtension, PeopleFilter } from './lists.js'
import type { MailDefinition } from './mail.js'
import type { MoveRules } from './moves.js'
import type { Door, NavItem, PageDefinition } from './pages.js'
import type { PersonFacts } from './person_facts.js'
import type { ReportSource } from './reports.js'
import type { Role } from './roles.js'
import type { OpeningModule, VisitorOpening } from './opening.js'
import type { PublicPageModule } from './public_site.js'
import type { ProvidedService } from './services.js'
import type { DeclaredSettings } from './settings.js'
import type { TaskDefinition } from './tasks.js'

export { type MailDefinition, defineMail } from './mail.js'

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Controller = () => Promise<{ default: new (...args: never[]) => object }>

export interface RouteDefinition {
  readonly method: HttpMethod
  /** `/api/<plugin>/…`, unless the specification names another path. */
  readonly path: string
  /** `<plugin>.<resource>.<action>`; the name the browser calls it by. */
  readonly name: string
  readonly handler: readonly [Controller, string]
  readonly access: Access
  /**
   * Which table each path parameter names a row of, `table.column`. The
   * isolation test asks the route with another company's row and wants 404.
   * `public` says that the value is no row of a company.
   */
  readonly params?: Readonly<Record<string, `${string}.${string}` | 'public'>>
  /** Takes a form with a file (readUpload); every other route refuses one with 415. `stream`: reads its body itself, whatever it is. */
  readonly upload?: boolean | 'stream'
  /** The specification sends a form (section 7): text fields as `multipart/form-data` are taken too, files are not. */
  readonly form?: boolean
  /** A body that passes the validator: with it the isolation test reaches the question whose row it is. */
  readonly sampleBody?: Readonly<Record<string, unknown>>
  /** Only shows something, though its method is an unsafe one: what is asked fits no address. An admin who only looks on may call it. */
  readonly changesNothing?: boolean
  /** Says no to the browser's own form posts; only for calls that carry no session. */
  readonly skipCsrf?: boolean
  /**
   * `packages`: answers with what a stranger made, such as a learning package. Where PACKAGES_URL names an origin for that, it is
   * answered there alone, and nothing else is. A GET route of `anyone`; the literal beginning of its path is its own.
   */
  readonly origin?: 'packages'
}

export interface JobSchedule {
  /** Five fields, in Europe/Amsterdam. */
  readonly cron: string
  /** One run in each company where the plugin is on. `platform`, one run across companies, is core's alone. */
  readonly each: 'company' | 'platform'
  /**
   * Of `each: 'company'`: one SELECT over all companies that gives the `company_id` of those that have work now. It may name a company
   * too many, never one too few. Only those get a job. Without it every company gets one, which only a job of once a day or rarer may do.
   */
  readonly due?: string
}

export interface JobDefinition {
  /** `<plugin>.<verb>`. */
  readonly name: string
  /** Runs in the scope of the company that asked for it or whose turn it is. At least once. */
  readonly run: (payload: never) => Promise<void>
  readonly schedule?: JobSchedule
  /** Tries after a failure, with exponential back-off. Default 5. */
  readonly retry?: number
  /** The longest that one run may take, in seconds; then it counts as failed. Default 60. */
  readonly limitSeconds?: number
  /** For long work: what stops giving a sign for so many seconds (10 or more) is taken up again at once. Default 60 where a run may take ten minutes. */
  readonly heartbeatSeconds?: number
}

/** The privacy half: a person's own data in this plugin, given and erased on request. */
export interface PersonalDataHandlers {
  /** Everything the plugin keeps about the membership, as plain JSON. */
  readonly exportPersonalData: (membershipId: number) => Promise<Record<string, unknown>>
  /** Deletes it, or makes it anonymous where law or proof requires the fact to stay. */
  readonly erasePersonalData: (membershipId: number) => Promise<void>
  /**
   * Deletes what it keeps of an e-mail address that no membership stands beside (a visitor's), in whichever company: its person is no
   * member anywhere any more. Across companies, in the transaction in which they go. Only a plugin that keeps such rows has it.
   * @param email in small letters
   * @param before rows that were made later stay: the address may be somebody else's since
   */
  readonly eraseAddress?: (trx: TransactionClientContract, email: string, before: Date) => Promise<void>
}

/** Something an operator runs by hand: `npm run plugin:command -- <name> …`. Runs in the system's scope. */
export interface CommandDefinition {
  /** `<plugin>.<verb>`. */
  readonly name: string
  /** @throws Error whose message is the one line that the operator sees */
  readonly run: (args: readonly string[]) => Promise<void>
}

/** What a fresh demo shows of this plugin. Doing it twice changes nothing. */
export interface DemoLoader {
  /** Platform-wide content; runs first, across companies. */
  readonly platform?: () => Promise<void>
  /** A company's own history; runs in its scope. `memberships` are its demo participants. */
  readonly company?: (company: { loginId: string; memberships: readonly number[]; signIns: readonly number[] }) => Promise<void>
}

/** What a plugin may know when the platform starts. */
export interface Starting {
  /** A demo is loaded that only this machine reaches: what it needs of other systems may be played. Never true of a platform that others reach. */
  readonly demo: boolean
  /** Where the platform keeps what is its own. */
  readonly dataDir: string
  /** Where it listens itself. */
  readonly host: string
  readonly port: number
}

export interface PluginDefinition extends Partial<PersonalDataHandlers> {
  /** Prefix of its routes, tables, events and messages; its folder's name. */
  readonly id: string
  /** `import.meta.url` of its plugin.ts: locales/, migrations/, web/ and tests/ stand beside it. */
  readonly folder?: string
  /** The platform's versions that it works with, as npm writes ranges (`^0.1.0`); a plugin from a package must say. */
  readonly compatibility?: string
  /** On in every company, and switched off in none: what a company is run by. It listens to nothing and has no jobs. */
  readonly always?: boolean
  /** Plugins that must be on for this one to work. */
  readonly requires?: readonly string[]
  readonly entitlements?: readonly string[]
  /** Permission → roles that hold it. */
  readonly permissions?: Readonly<Record<string, readonly Role[]>>
  readonly routes?: readonly RouteDefinition[]
  readonly pages?: readonly PageDefinition[]
  readonly nav?: readonly NavItem[]
  /** Of its public pages, by their names: what stands in their HTML for visitors without a cookie. They show no session. */
  readonly publicContent?: Readonly<Record<string, () => Promise<PublicPageModule>>>
  /** Of its pages for who is signed in, by their names: what stands in their HTML of the page's own data. */
  readonly openings?: Readonly<Record<string, () => Promise<OpeningModule>>>
  /** Of its pages that everybody may open, drawn in a `VisitorFrame`, by their names: the title and the line below it in their HTML. */
  readonly visitorOpenings?: Readonly<Record<string, () => Promise<{ default: VisitorOpening }>>>
  /** Links on the login page of companies that opened them. */
  readonly doors?: readonly Door[]
  /** What a company can set of it (`defineSettings` in its settings.ts). */
  readonly settings?: DeclaredSettings
  readonly listeners?: readonly Listener[]
  /** The past of its own events, in the order in which one follows the other. */
  readonly histories?: readonly DeclaredHistory[]
  readonly provides?: readonly ProvidedService[]
  readonly mails?: readonly MailDefinition[]
  readonly jobs?: readonly JobDefinition[]
  /** Long work that people start, see and cancel; made with `defineTask`. */
  readonly tasks?: readonly TaskDefinition[]
  /** Lists of its own, made with `defineList`; their routes are made with `listRoutes`. */
  readonly lists?: readonly AnyListDefinition[]
  /** What it adds to lists of others; made with `extendList`. */
  readonly listExtensions?: readonly ListExtension[]
  /** Filters over people: in every list about people, and in reports. */
  readonly peopleFilters?: readonly PeopleFilter[]
  /** What of it happened to a person, for the history on their profile. */
  readonly personFacts?: readonly PersonFacts[]
  /** What of it can be found from anywhere, in the order of the palette. */
  readonly finders?: readonly Finder[]
  /**
   * What of it waits for somebody who was invited, as a paragraph of the invitation mail in their own language; empty for nothing.
   * Asked when that mail is written, in the scope of their company.
   */
  readonly invitationText?: (membershipId: number) => Promise<string>
  /** What needs attention, as lists narrowed by their filters; made with `attentionOf`. */
  readonly attention?: readonly AttentionItem[]
  /** What reports may be made of; made with `defineReportSource`. */
  readonly reportSources?: readonly ReportSource[]
  /** Where other systems tell it something; their routes are made with `inboxRoute`. */
  readonly inboxes?: readonly InboxDefinition[]
  /** How other systems send people here by a link (`/launch/{token}/{integration}/…`). */
  readonly launches?: readonly LaunchIntegration[]
  /**
   * Runs once when the platform starts, before the first request: looks at what it takes from the environment, and brings up what it
   * needs beside it.
   * @returns how that is stopped
   * @throws Error one line that says what is wrong; the platform does not start then
   */
  readonly start?: (platform: Starting) => Promise<(() => Promise<void>) | void>
  readonly commands?: readonly CommandDefinition[]
  /** What its files are for (definePurpose). */
  readonly files?: readonly FilePurpose[]
  readonly demo?: DemoLoader
  /** What the database does not say of its tables when a company is taken out and restored. */
  readonly carried?: CarriedRules
  /** What its personal tables do when a person goes to another company or has two accounts. */
  readonly moves?: MoveRules
  /** True when the folder has migrations/. */
  readonly migrations?: boolean
  /** Tables with a person's data; they need the two handlers. */
  readonly personalTables?: readonly string[]
}

/** Declares the server half of a plugin: pure data, mounted by the registry. */
export function definePlugin(definition: PluginDefinition): PluginDefinition {
  return definition
}

/** What a controller method receives. */
export type Context = HttpContext
