import type { OpeningModule, VisitorOpening } from '../contract/opening.js'
import type { PublicPageModule } from '../contract/public_site.js'
import type { JobDefinition, MailDefinition, PluginDefinition, RouteDefinition } from '../contract/plugin.js'
import type { AttentionItem } from '../contract/attention.js'
import type { EventHistory, Listener } from '../contract/events.js'
import type { FilePurpose } from '../contract/files.js'
import type { Finder } from '../contract/finders.js'
import type { PersonFacts } from '../contract/person_facts.js'
import type { WebhookDefinition } from '../contract/webhooks.js'
import type { LaunchIntegration } from '../contract/launches.js'
import type { AnyListDefinition, ListExtension, PeopleFilter } from '../contract/lists.js'
import { type Door, type Menus, type NavItem, type PageDefinition, landingPath } from '../contract/pages.js'
import type { ReportSource } from '../contract/reports.js'
import type { Role } from '../contract/roles.js'
import type { ServiceToken } from '../contract/services.js'
import type { DeclaredSettings } from '../contract/settings.js'
import type { TaskDefinition } from '../contract/tasks.js'
import { ROLES } from '../contract/roles.js'
import { validatePlugins } from './validate.js'

export interface OwnedListener extends Listener {
  readonly plugin: string
  /** `<plugin>/<name>`, unique. */
  readonly key: string
}

/** Everything the plugins declare, checked once and frozen. `core` declares itself in the same way. */
export class PluginRegistry {
  readonly plugins: readonly PluginDefinition[]
  readonly routes: readonly (RouteDefinition & { plugin: string })[]
  readonly pages: readonly (PageDefinition & { plugin: string })[]
  readonly nav: readonly (NavItem & { plugin: string })[]
  readonly doors: readonly (Door & { plugin: string })[]
  /** The content of public pages before any script runs, by page name. */
  readonly publicContent: ReadonlyMap<string, () => Promise<PublicPageModule>>
  /** The first data of other pages, by page name. */
  readonly openings: ReadonlyMap<string, () => Promise<OpeningModule>>
  readonly visitorOpenings: ReadonlyMap<string, () => Promise<{ default: VisitorOpening }>>
  readonly mails: readonly (MailDefinition & { plugin: string })[]
  readonly jobs: readonly (JobDefinition & { plugin: string })[]
  /** By name. */
  readonly purposes: ReadonlyMap<string, FilePurpose & { plugin: string }>
  readonly tasks: readonly (TaskDefinition & { plugin: string })[]
  readonly lists: readonly (AnyListDefinition & { plugin: string })[]
  readonly listExtensions: readonly (ListExtension & { plugin: string })[]
  readonly peopleFilters: readonly (PeopleFilter & { plugin: string })[]
  readonly personFacts: readonly (PersonFacts & { plugin: string })[]
  readonly finders: readonly (Finder & { plugin: string })[]
  readonly attention: readonly (AttentionItem & { plugin: string })[]
  readonly reportSources: readonly (ReportSource & { plugin: string })[]
  readonly entitlements: readonly string[]
  readonly settings: readonly DeclaredSettings[]
  readonly listeners: ReadonlyMap<string, readonly OwnedListener[]>
  /** Event → who stores its history; in the order of plugins and of their declarations. */
  readonly histories: ReadonlyMap<string, { plugin: string; history: EventHistory }>
  readonly #webhooks: ReadonlyMap<string, WebhookDefinition>
  readonly #launches: ReadonlyMap<string, LaunchIntegration & { plugin: string }>
  readonly #always: ReadonlySet<string>
  readonly #permissions: ReadonlyMap<Role, ReadonlySet<string>>
  readonly #services = new Map<string, { plugin: string; make: () => Promise<unknown>; made?: Promise<unknown> }>()

  /** @throws Error one clear line, when a definition breaks the contract */
  constructor(
    plugins: readonly PluginDefinition[],
    readonly menus: Menus = {},
  ) {
    validatePlugins(plugins)
    const own = <T extends object>(pick: (plugin: PluginDefinition) => readonly T[] | undefined) =>
      Object.freeze(plugins.flatMap((plugin) => (pick(plugin) ?? []).map((item) => Object.freeze({ ...item, plugin: plugin.id }))))
    this.plugins = Object.freeze([...plugins])
    this.#always = new Set(plugins.filter(({ id, always }) => id === 'core' || always).map(({ id }) => id))
    this.routes = own((plugin) => plugin.routes)
    this.pages = own((plugin) => plugin.pages)
    this.nav = own((plugin) => plugin.nav)
    this.publicContent = new Map(plugins.flatMap(({ publicContent = {} }) => Object.entries(publicContent)))
    this.openings = new Map(plugins.flatMap(({ openings = {} }) => Object.entries(openings)))
    this.visitorOpenings = new Map(plugins.flatMap(({ visitorOpenings = {} }) => Object.entries(visitorOpenings)))
    this.doors = own((plugin) => plugin.doors)
    this.mails = own((plugin) => plugin.mails)
    this.jobs = own((plugin) => plugin.jobs)
    this.purposes = new Map(own((plugin) => plugin.files).map((purpose) => [purpose.name, purpose]))
    this.tasks = own((plugin) => plugin.tasks)
    this.lists = own((plugin) => plugin.lists)
    this.listExtensions = own((plugin) => plugin.listExtensions)
    this.peopleFilters = own((plugin) => plugin.peopleFilters)
    this.personFacts = own((plugin) => plugin.personFacts)
    this.finders = own((plugin) => plugin.finders)
    this.#webhooks = new Map(plugins.flatMap(({ webhooks }) => webhooks ?? []).map((webhook) => [webhook.name, webhook]))
    this.#launches = new Map(own((plugin) => plugin.launches).map((launch) => [launch.name, launch]))
    this.attention = own((plugin) => plugin.attention)
    this.reportSources = own((plugin) => plugin.reportSources)
    this.entitlements = Object.freeze([...new Set(plugins.flatMap((plugin) => plugin.entitlements ?? []))])
    this.settings = Object.freeze(plugins.flatMap(({ settings }) => settings ?? []))
    const listeners = new Map<string, OwnedListener[]>()
    for (const listener of own((plugin) => plugin.listeners)) {
      const owned = { ...listener, key: `${listener.plugin}/${listener.name}` }
      listeners.set(listener.event, [...(listeners.get(listener.event) ?? []), owned])
    }
    this.listeners = listeners
    this.histories = new Map(own((plugin) => plugin.histories).map(({ event, history, plugin }) => [event, { plugin, history }]))
    this.#permissions = new Map(
      ROLES.map((role) => [
        role,
        new Set(
          plugins.flatMap((plugin) =>
            Object.entries(plugin.permissions ?? {})
              .filter(([, roles]) => roles.includes(role))
              .map(([permission]) => permission),
          ),
        ),
      ]),
    )
    for (const plugin of plugins) {
      for (const { token, make } of plugin.provides ?? []) this.#services.set(token, { plugin: plugin.id, make })
    }
  }

  permissionsOf(role: Role): ReadonlySet<string> {
    return this.#permissions.get(role)!
  }

  /** A declared purpose of files. @throws Error when no plugin declares it */
  purpose(name: string): FilePurpose & { plugin: string } {
    const purpose = this.purposes.get(name)
    if (!purpose) throw new Error(`No plugin declares the purpose "${name}" of files.`)
    return purpose
  }

  /** A declared webhook. @throws Error when no plugin declares it */
  webhook(name: string): WebhookDefinition {
    const webhook = this.#webhooks.get(name)
    if (!webhook) throw new Error(`No plugin declares the webhook "${name}".`)
    return webhook
  }

  /** The declaration of a launch integration and its plugin; undefined for an unknown one. */
  launch(integration: string): (LaunchIntegration & { plugin: string }) | undefined {
    return this.#launches.get(integration)
  }

  /** Whether a plugin is on for a company's list. Core and plugins with `always` are; for an admin without a company all are. */
  isOn(plugin: string, enabled: readonly string[] | 'all'): boolean {
    return this.#always.has(plugin) || enabled === 'all' || enabled.includes(plugin)
  }

  enabledPlugins(enabled: readonly string[] | 'all'): string[] {
    return this.plugins.map((plugin) => plugin.id).filter((id) => this.isOn(id, enabled))
  }

  /** The pages and nav items of the plugins that are on, for the page's bootstrap. */
  surface(enabled: readonly string[] | 'all', role: Role | null): { pages: PageDefinition[]; nav: NavItem[] } {
    const strip = <T extends { plugin: string }>({ plugin: _, ...rest }: T) => rest
    return {
      pages: this.pages.filter((page) => this.isOn(page.plugin, enabled)).map(({ companyFrom: _, ...page }) => strip(page)),
      nav: role
        ? this.nav
            .filter((item) => this.isOn(item.plugin, enabled) && (!item.roles || item.roles.includes(role)))
            .map((item) => ({ ...strip(item), order: this.#placeOf(item, role) }))
        : [],
    }
  }

  /** The role's order first; other entries follow in their plugin's order. */
  #placeOf({ section, page, order }: NavItem, role: Role): number {
    const place = section === 'main' ? (this.menus[role]?.indexOf(page) ?? -1) : -1
    return place >= 0 ? place - 1000 : order
  }

  /** Returns the start page of a role in a company with these plugins. */
  home(role: Role, enabled: readonly string[] | 'all'): string {
    return landingPath(
      this.pages.filter((page) => this.isOn(page.plugin, enabled)),
      role,
    )
  }

  /** Returns a service, or null when no plugin provides it or that plugin is off. */
  async service<T>(token: ServiceToken<T>, enabled: readonly string[] | 'all'): Promise<T | null> {
    const entry = this.#services.get(token.name)
    if (!entry || !this.isOn(entry.plugin, enabled)) return null
    entry.made ??= entry.make()
    return entry.made as Promise<T>
  }
}

let current: PluginRegistry | undefined

/** Called once, by the composition root. @throws Error as the constructor does */
export function registerPlugins(plugins: readonly PluginDefinition[], menus: Menus = {}): PluginRegistry {
  current = new PluginRegistry(plugins, menus)
  return current
}

export function pluginRegistry(): PluginRegistry {
  if (!current) throw new Error('plugins/index.ts has not registered the plugins yet.')
  return current
}
