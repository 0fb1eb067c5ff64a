import type { HttpContext } from '@adonisjs/core/http'
import { identify } from '../accounts/identify.js'
import { browserSettings, companySettings } from '../companies/settings_store.js'
import { settings } from '../config/settings.js'
import type { Bootstrap, Branding } from '../contract/bootstrap.js'
import { MEASURING_COOKIE, readCookie } from '../http/cookies.js'
import { translate } from '../i18n/catalogue.js'
import { PLATFORM_ZONE } from '../i18n/zones.js'
import { currentIncident } from '../notices/incident.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import type { CompanyRow } from './page_company.js'
import type { PageOptions } from './page_options.js'
import { pageSurface } from './page_surface.js'
import { scriptJson } from './script_json.js'
import { appVersion } from './version.js'

export interface Asked {
  options: PageOptions
  session: Session | null
  company: CompanyRow | null
  branding: Branding
  lang: string
  /** Ids of the plugins that are on for the person. */
  enabled: readonly string[] | 'all'
  framedBy: readonly string[] | null
  closedCompany: string | null
  error: string | null
}

/**
 * The data in the document for the app: who, where, and which pages exist.
 * @returns it, and the same as JSON for a script element
 */
export async function pageBootstrap(ctx: HttpContext, asked: Asked): Promise<{ bootstrap: Bootstrap; json: string }> {
  const { options, session, company, branding, lang, enabled, framedBy, closedCompany, error } = asked
  const { environment, tagManagerId } = await settings()
  const isDoor = options.frontDoor === true && !session
  const { surface, json } = await pageSurface({ enabled, session, lang, doorOnly: isDoor && !error })
  const shownSettings = await settingsFor(company, enabled)
  const own: Omit<Bootstrap, keyof typeof surface> = {
    branding,
    lang,
    user: session ? await identify(session, ctx.request.header('user-agent') ?? '') : null,
    settings: shownSettings,
    doors: company && isDoor ? doorsOf(company.login_id, shownSettings, surface.pages, lang) : [],
    timeZone: company?.time_zone ?? PLATFORM_ZONE,
    version: appVersion(),
    incident: await currentIncident(),
    framed: framedBy && { token: options.entered?.token ?? null, path: options.entered?.path ?? options.path ?? null },
    impersonation: session?.impersonation
      ? { id: session.impersonation.id, until: session.impersonation.until.toISOString(), mayChange: session.impersonation.reason !== null }
      : null,
    tagManager:
      session && !session.isAdmin && !session.impersonation && !framedBy
        ? tagManagerOf(ctx, company?.tag_manager_id ?? tagManagerId, options.measured === true && !error)
        : null,
    development: environment === 'development',
    closedCompany,
    error,
  }
  return { bootstrap: { ...own, ...surface }, json: `${scriptJson(own).slice(0, -1)},${json}}` }
}

/** The other ways to sign in that a company has opened. */
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

/** The company's tag manager, or else the platform's: a page reports to one at most. */
function tagManagerOf(ctx: HttpContext, id: string | undefined, isMeasured: boolean): Bootstrap['tagManager'] {
  if (!id) return null
  return { id, allowed: isMeasured && readCookie(ctx, MEASURING_COOKIE) === `yes.${id}` }
}
