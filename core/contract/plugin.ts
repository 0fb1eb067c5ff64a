import type { HttpContext } from '@adonisjs/core/http'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Access } from './access.js'
import type { ArchiveRules } from './archive.js'
import type { AttentionItem } from './attention.js'
import type { DeclaredHistory, Listener } from './events.js'
import type { FilePurpose } from './files.js'
import type { Finder } from './finders.js'
import type { WebhookDefinition } from './webhooks.js'
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
  /** `<plugin>.<resource>.<action>`; the name that the browser calls it by. */
  readonly name: string
  readonly handler: readonly [Controller, string]
  readonly access: Access
  /**
   * The table of each path parameter, `table.column`. The isolation test requests the route with another company's row and expects 404.
   * `public` means that the value is not a row of a company.
   */
  readonly params?: Readonly<Record<string, `${string}.${string}` | 'public'>>
  /**
   * Accepts a form with a file (readUpload); every other route refuses one with 415. `stream`: the handler reads the body itself, whatever
   * its type.
   */
  readonly upload?: boolean | 'stream'
  /** The specification sends a form (section 7): text fields in `multipart/form-data` are accepted too, files are not. */
  readonly form?: boolean
  /** A body that passes the validator, so that the isolation test reaches the check of the row's company. */
  readonly sampleBody?: Readonly<Record<string, unknown>>
  /**
   * Changes nothing, although its method is an unsafe one, because its input does not fit in an address. An admin with read-only access may
   * call it.
   */
  readonly changesNothing?: boolean
  /**
   * Callers without permission get 404 instead of 403, so that they do not learn that the resource exists. A visitor still gets 401.
   */
  readonly hidden?: boolean
  /** Skips the CSRF check. Only for requests without a session. */
  readonly skipCsrf?: boolean
  /**
   * `packages`: answers with content from third parties, such as a learning package. If PACKAGES_URL defines an origin for it, the route is
   * served only there, and that origin serves nothing else. A GET route of `anyone`; no other route may start with the literal start of its
   * path.
   */
  readonly origin?: 'packages'
}

export interface JobSchedule {
  /** A cron expression with five fields, in Europe/Amsterdam. */
  readonly cron: string
  /** `company`: one run for each company where the plugin is on. `platform`: one run across companies, for core only. */
  readonly each: 'company' | 'platform'
  /**
   * For `each: 'company'`: one SELECT over all companies that returns the `company_id` of those with work now. It may return a company too
   * many, never one too few. Only those companies get a job. Without it every company gets one, which is only allowed for a job that runs
   * at most once a day.
   */
  readonly due?: string
}

export interface JobDefinition {
  /** `<plugin>.<verb>`. */
  readonly name: string
  /** Runs at least once, in the scope of the company that requested or scheduled it. */
  readonly run: (payload: never) => Promise<void>
  readonly schedule?: JobSchedule
  /** Number of retries after a failure, with exponential backoff. Default 5. */
  readonly retry?: number
  /** Timeout of one run, in seconds; then it counts as failed. Default 60. */
  readonly limitSeconds?: number
  /**
   * For long work: a run without a heartbeat for this many seconds (10 or more) is restarted immediately. Default 60 if a run may take ten
   * minutes.
   */
  readonly heartbeatSeconds?: number
  /** Number of runs at the same time in one process, for work that mostly waits for another server. Default 1. */
  readonly parallel?: number
}

/** Privacy: exports and erases a person's own data in this plugin, on request. */
export interface PersonalDataHandlers {
  /** All data that the plugin stores about the membership, as plain JSON. */
  readonly exportPersonalData: (membershipId: number) => Promise<Record<string, unknown>>
  /** Deletes the data, or anonymizes it where law or proof requires the fact to be kept. */
  readonly erasePersonalData: (membershipId: number) => Promise<void>
  /**
   * Deletes data about an e-mail address that is stored without a membership (a visitor's), in any company. Called when its person is no
   * longer a member anywhere, across companies, in the transaction that removes the person. Only for plugins that store such rows.
   * @param email in lower case
   * @param before rows created later are kept: the address may belong to another person since
   */
  readonly eraseAddress?: (trx: TransactionClientContract, email: string, before: Date) => Promise<void>
}

/** A command that an operator runs manually: `npm run plugin:command -- <name> …`. Runs in the system's scope. */
export interface CommandDefinition {
  /** `<plugin>.<verb>`. */
  readonly name: string
  /** @throws Error with a message of one line for the operator */
  readonly run: (args: readonly string[]) => Promise<void>
}

/** The plugin's content of a fresh demo. Idempotent. */
export interface DemoLoader {
  /** Platform-wide content; runs first, across companies. */
  readonly platform?: () => Promise<void>
  /** A company's own history; runs in its scope. `memberships` are its demo participants. */
  readonly company?: (company: { loginId: string; memberships: readonly number[]; signIns: readonly number[] }) => Promise<void>
}

/** Information about the platform at startup. */
export interface Starting {
  /**
   * True if a demo is loaded that only this machine can reach: other systems may be simulated. Never true for a platform that others can
   * reach.
   */
  readonly demo: boolean
  /** The folder for the platform's own data. */
  readonly dataDir: string
  /** The address on which it listens. */
  readonly host: string
  readonly port: number
}

export interface PluginDefinition extends Partial<PersonalDataHandlers> {
  /** Prefix of its routes, tables, events and messages; its folder's name. */
  readonly id: string
  /** `import.meta.url` of its plugin.ts: locales/, migrations/, web/ and tests/ are next to it. */
  readonly folder?: string
  /** The compatible versions of the platform, as an npm range (`^0.1.0`); required for a plugin from a package. */
  readonly compatibility?: string
  /** On in every company and cannot be turned off: needed to manage companies. It has no listeners and no jobs. */
  readonly always?: boolean
  /** Plugins that have to be on for this one to work. */
  readonly requires?: readonly string[]
  readonly entitlements?: readonly string[]
  /** Permission → roles that hold it. */
  readonly permissions?: Readonly<Record<string, readonly Role[]>>
  readonly routes?: readonly RouteDefinition[]
  readonly pages?: readonly PageDefinition[]
  readonly nav?: readonly NavItem[]
  /** For its public pages, by name: the content of their HTML for visitors without a cookie. It never depends on a session. */
  readonly publicContent?: Readonly<Record<string, () => Promise<PublicPageModule>>>
  /** For its pages for signed-in people, by name: the page's own data in their HTML. */
  readonly openings?: Readonly<Record<string, () => Promise<OpeningModule>>>
  /** For its pages that everybody may open, in a `VisitorFrame`, by name: the title and the line below it in their HTML. */
  readonly visitorOpenings?: Readonly<Record<string, () => Promise<{ default: VisitorOpening }>>>
  /** Links on the sign-in page of companies that enabled them. */
  readonly doors?: readonly Door[]
  /** Its settings for each company (`defineSettings` in its settings.ts). */
  readonly settings?: DeclaredSettings
  readonly listeners?: readonly Listener[]
  /** Reads the past events of the plugin, in order. */
  readonly histories?: readonly DeclaredHistory[]
  readonly provides?: readonly ProvidedService[]
  readonly mails?: readonly MailDefinition[]
  readonly jobs?: readonly JobDefinition[]
  /** Long work that people can start, watch and cancel; made with `defineTask`. */
  readonly tasks?: readonly TaskDefinition[]
  /** Its own lists, made with `defineList`; their routes are made with `listRoutes`. */
  readonly lists?: readonly AnyListDefinition[]
  /** Its additions to other plugins' lists; made with `extendList`. */
  readonly listExtensions?: readonly ListExtension[]
  /** Filters over people: in every list about people, and in reports. */
  readonly peopleFilters?: readonly PeopleFilter[]
  /** Its events about a person, for the history on their profile. */
  readonly personFacts?: readonly PersonFacts[]
  /** Its records that can be found from anywhere, in the order of the command palette. */
  readonly finders?: readonly Finder[]
  /**
   * A paragraph for the invitation mail about what waits in this plugin for the invited person, in their language; empty if nothing does.
   * Called when that mail is written, in the scope of their company.
   */
  readonly invitationText?: (membershipId: number) => Promise<string>
  /** Items that need attention, as filtered lists; made with `attentionOf`. */
  readonly attention?: readonly AttentionItem[]
  /** Sources for reports; made with `defineReportSource`. */
  readonly reportSources?: readonly ReportSource[]
  /** Webhooks from other systems; their routes are made with `webhookRoute`. */
  readonly webhooks?: readonly WebhookDefinition[]
  /** Integrations with which other systems sign people in by a link (`/launch/{token}/{integration}/…`). */
  readonly launches?: readonly LaunchIntegration[]
  /**
   * Runs once at startup, before the first request: checks the environment, and starts what the plugin needs.
   * @returns a function that stops it
   * @throws Error with one line that describes the problem; the platform does not start then
   */
  readonly start?: (platform: Starting) => Promise<(() => Promise<void>) | void>
  readonly commands?: readonly CommandDefinition[]
  /** The purposes of its files (definePurpose). */
  readonly files?: readonly FilePurpose[]
  readonly demo?: DemoLoader
  /** Rules for exporting and restoring its tables that the database schema does not contain. */
  readonly carried?: ArchiveRules
  /** Rules for its personal tables when a person moves to another company or merges two accounts. */
  readonly moves?: MoveRules
  /** True when the folder has migrations/. */
  readonly migrations?: boolean
  /** Tables with personal data; they require both handlers. */
  readonly personalTables?: readonly string[]
}

/** Declares the server half of a plugin: pure data that the registry mounts. */
export function definePlugin(definition: PluginDefinition): PluginDefinition {
  return definition
}

/** The arguments of a controller method. */
export type Context = HttpContext
