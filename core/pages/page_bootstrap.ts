import type { HttpContext } from '@adonisjs/core/http'
import { identify } from '../accounts/identify.js'
import { browserSettings, companySettings } from '../companies/settings_store.js'
import { settings } from '../config/settings.js'
import type { Bootstrap, Branding } from '../contract/bootstrap.js'
import { MEASURING_COOKIE, readCookie } from '../http/cookies.js'
import { messageUrls, offeredLanguages, translate } from '../i18n/catalogue.js'
import { PLATFORM_ZONE } from '../i18n/zones.js'
import { currentIncident } from '../notices/incident.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import type { CompanyRow } from './page_company.js'
import type { PageOptions } from './page_options.js'
import { appVersion } from './version.js'

export interface Asked {
  options: PageOptions
  session: Session | null
  company: CompanyRow | null
  branding: Branding
  lang: string
  /** Ids of the plugins that are on for who asks. */
  enabled: readonly string[] | 'all'
  framedBy: readonly string[] | null
  closedCompany: string | null
  error: string | null
}

/** What the document carries for the app: who, where, and what there is to open. */
export async function pageBootstrap(ctx: HttpContext, asked: Asked): Promise<Bootstrap> {
  const { options, session, company, branding, lang, enabled, framedBy, closedCompany, error } = asked
  const { environment, tagManagerId } = await settings()
  const registry = pluginRegistry()
  const surface = registry.surface(enabled, session?.role ?? null)
  const plugins = registry.enabledPlugins(enabled)
  const shownSettings = await settingsFor(company, enabled)
  return {
    branding,
    lang,
    languages: [...offeredLanguages()],
    user: session ? await identify(session, ctx.request.header('user-agent') ?? '') : null,
    plugins,
    settings: shownSettings,
    pages: surface.pages
      .filter((page) => environment === 'development' || !page.developmentOnly)
      // The login page leads to where somebody lands, and to what everybody may open: the rest comes with the page after it.
      .filter((page) => !options.frontDoor || session || error || page.landing || page.access.kind === 'anyone')
      // What the document itself is made of.
      .map(({ ahead: _, lead: __, back: ___, ...page }) => page),
    nav: surface.nav
      .filter(({ page }) => session?.isAllowed(surface.pages.find(({ name }) => name === page)!.access))
      .map(({ label, roles: _, ...item }) => ({ ...item, text: translate(lang, label) })),
    doors: company && options.frontDoor && !session ? doorsOf(company.login_id, shownSettings, surface.pages, lang) : [],
    messages: messageUrls(plugins),
    timeZone: company?.time_zone ?? PLATFORM_ZONE,
    version: appVersion(),
    incident: await currentIncident(),
    framed: framedBy && { token: options.entered?.token ?? null, path: options.entered?.path ?? options.path ?? null },
    visit: session?.visit
      ? { id: session.visit.id, until: session.visit.until.toISOString(), mayChange: session.visit.reason !== null }
      : null,
    tagManager:
      session && !session.isAdmin && !session.visit && !framedBy
        ? tagManagerOf(ctx, company?.tag_manager_id ?? tagManagerId, options.measured === true && !error)
        : null,
    development: environment === 'development',
    closedCompany,
    error,
  }
}

/** The other ways into a company that it has opened. */
function doorsOf(loginId: string, settings: Bootstrap['settings'], pages: Bootstrap['pages'], lang: string): Bootstrap['doors'] {
  return pluginRegistry().doors.flatMap(({ plugin, to, question, label, when }) => {
    const page = pages.find(({ name }) => name === to)?.path.replaceAll(/\/:\w+\?/g, '')
    const path = page ?? pluginRegistry().routes.find(({ name }) => name === to)?.path
    const value = settings[plugin]?.[when.key]
    if (!path || (when.is ? value !== when.is : !value)) return []
    const words = { question: question ? translate(lang, question) : null, label: translate(lang, label, { value: String(value) }) }
    return [{ ...words, path: `${path}?company=${encodeURIComponent(loginId)}` }]
  })
}

async function settingsFor(company: CompanyRow | null, enabled: readonly string[] | 'all'): Promise<Bootstrap['settings']> {
  if (!company) return {}
  const settings = await asSystem('page.settings', () => companySettings(company.id, company.settings_version))
  return browserSettings(settings, (plugin) => pluginRegistry().isOn(plugin, enabled))
}

/** The company's own measures instead of the platform's: a page reports to one party at most. */
function tagManagerOf(ctx: HttpContext, id: string | undefined, isMeasured: boolean): Bootstrap['tagManager'] {
  if (!id) return null
  return { id, allowed: isMeasured && readCookie(ctx, MEASURING_COOKIE) === `yes.${id}` }
}
