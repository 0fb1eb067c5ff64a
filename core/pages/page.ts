import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { identify } from '../accounts/identify.js'
import type { Session } from '../tenancy/session.js'
import { findSession } from '../accounts/session_store.js'
import { BRANDING_COLUMNS, type BrandingRow, brandingOf, platformBranding } from '../companies/branding.js'
import { browserSettings, companySettings } from '../companies/settings_store.js'
import { settings } from '../config/settings.js'
import type { Bootstrap } from '../contract/bootstrap.js'
import type { PageDefinition } from '../contract/pages.js'
import { isPlainLine } from '../contract/plain_line.js'
import { messageUrls, offeredLanguages, translate } from '../i18n/catalogue.js'
import { pageLanguage } from '../i18n/page_language.js'
import { currentIncident } from '../notices/incident.js'
import { PLATFORM_ZONE } from '../i18n/zones.js'
import { pluginRegistry } from '../plugins/registry.js'
import { type TokenLookup, companyOfToken } from '../tenancy/public_lookup.js'
import { asSystem } from '../tenancy/scope.js'
import { preparedQuery } from '../tenancy/connections.js'
import { COMPANY_COOKIE, LANGUAGE_COOKIE, MEASURING_COOKIE, readCookie } from '../http/cookies.js'
import { carriedToken } from '../http/session_token.js'
import { acceptedEncoding, compress, sendEncoded } from '../http/compress.js'
import { pageHtml } from './page_html.js'
import { pageOpening, visitorOpening } from './page_opening.js'
import { publicContent } from './public_site.js'
import { appVersion } from './version.js'

export interface PageOptions {
  /** Login id in the address: the page is that company's. */
  loginId?: string
  /** The page is of the company that a token in the address belongs to (PageDefinition.companyFrom). */
  companyFrom?: TokenLookup | undefined
  /** The page is of the company with this id; null: of none in particular. */
  companyId?: number | null
  /** The page is an error of this type (specification, section 2: /error/{type}). */
  error?: string
  /** Name of the page (PageDefinition). */
  name?: string
  /** What the page has before any script ran is its plugin's to say (PluginDefinition.publicContent): it shows no session. */
  publicSite?: boolean
  /** Message id of the title. */
  title?: string
  /** Plugin that the page is of: where it is off, the page does not exist. */
  plugin?: string
  /** The page exists under `npm run dev` alone. */
  developmentOnly?: boolean | undefined
  /** The login page, which is a small app of its own (web/boot/front_door.ts). */
  frontDoor?: boolean
  /** A page of the signed-in part, where the tag manager may measure. */
  measured?: boolean
  /** Somebody came in with this very request, in a frame (core/accounts/entry.ts): whose page it is and where it is. */
  entered?: { session: Session; token: string; path: string }
  /** Who may frame a page of somebody who did not get in: an error, or the page at `path`, which shows no session. */
  framedBy?: readonly string[] | null
  path?: string
}

/** Section 2: the address takes the bars away. */
const NO_BARS = /(^|&)(hidenavigation=1|mode=lti)(&|$)/

const COLUMNS = `${BRANDING_COLUMNS}, time_zone, plugins, site_host, tag_manager_id, xmin::text as settings_version`
const COMPANY = `select ${COLUMNS} from core_companies where login_id = $1 and status = 'active'`
const COMPANY_BY_ID = `select ${COLUMNS} from core_companies where id = $1 and status = 'active'`

type CompanyRow = BrandingRow & {
  time_zone: string
  plugins: string[]
  site_host: string | null
  tag_manager_id: string | null
  settings_version: string
}

export async function findCompany(loginId: string): Promise<CompanyRow | null> {
  if (loginId.length > 100 || !isPlainLine(loginId)) return null
  const rows = await asSystem('page.company', () => preparedQuery<CompanyRow>(db, 'platform_company', COMPANY, [loginId]))
  return rows[0] ?? null
}

/** The name of such a company that was closed, else null: its people are told so. */
async function closedCompany(loginId: string): Promise<string | null> {
  if (loginId.length > 100 || !isPlainLine(loginId)) return null
  const row: { name: string } | null = await asSystem('page.closed', () =>
    db.from('core_companies').where({ login_id: loginId, status: 'inactive' }).select('name').first(),
  )
  return row?.name ?? null
}

async function findCompanyById(id: number | null): Promise<CompanyRow | null> {
  if (!id) return null
  const rows = await asSystem('page.company', () => preparedQuery<CompanyRow>(db, 'platform_company_by_id', COMPANY_BY_ID, [id]))
  return rows[0] ?? null
}

/**
 * Sends the HTML of any page: branding, language, session and navigation are
 * in it, so that the first paint is the company's own and needs no further call.
 */
export async function sendPage(ctx: HttpContext, options: PageOptions = {}): Promise<void> {
  const page = await renderPage(ctx, options)
  if (page === null) return
  const encoding = acceptedEncoding(ctx)
  // What says `no-store` is not kept for going back either (decision 0185). The token of a frame is for one answer alone, and so is what
  // a path shown at the door has sealed behind its #.
  if (!options.entered && !options.path) ctx.response.header('Cache-Control', 'private, no-cache')
  sendEncoded(ctx, 'text/html; charset=utf-8', encoding ? await compress(page, encoding) : page, encoding)
  // A document that was kept is of one session: going back with another one, or none, asks anew.
  ctx.response.header('Vary', 'Accept-Encoding, Cookie')
}

/** @returns null when the person was sent on */
async function renderPage(ctx: HttpContext, options: PageOptions): Promise<string | null> {
  const { environment, tagManagerId } = await settings()
  // A public site is the same for everybody, with a cookie or without: other sites may show it in a frame.
  const session = options.publicSite || options.path ? null : (options.entered?.session ?? (await findSession(carriedToken(ctx), true)))
  const framedBy = session?.framedBy ?? options.framedBy ?? null
  let error = options.error ?? null
  const notFound = () => {
    error = 'not-found'
    ctx.response.status(404)
  }

  let company: CompanyRow | null = null
  if (options.companyFrom) company = await findCompanyById(await companyOfToken(options.companyFrom))
  else if (options.companyId) company = await findCompanyById(options.companyId)
  else if (options.loginId) company = await findCompany(options.loginId)
  if ((options.loginId || options.companyFrom || (options.publicSite && options.companyId)) && !company) notFound()
  if (options.loginId && !company && (await closedCompany(options.loginId)) !== null) {
    error = 'closed'
    ctx.response.status(410)
  }
  if (options.loginId && company) {
    const year = { encode: false, httpOnly: true, sameSite: 'lax', maxAge: '365d', path: '/' } as const
    ctx.response.plainCookie(COMPANY_COOKIE, company.login_id, year)
  }
  // Anywhere else, also on an address that does not exist, a person stays with their own company.
  const known = options.publicSite ? null : session ? session.row.login_id : readCookie(ctx, COMPANY_COOKIE)
  if (!company && known) company = await findCompany(known)
  // Whose company was closed meanwhile comes to this door, and is told why.
  const closed = options.frontDoor && !session && !company && known ? await closedCompany(known) : null

  const lang = pageLanguage({
    stored: session?.row.language,
    picked: readCookie(ctx, LANGUAGE_COOKIE),
    accepted: ctx.request.header('accept-language'),
    company: company?.default_language,
  })
  const enabled = pluginsOn(session, company, options)
  const isThere = !error && (!options.plugin || pluginRegistry().isOn(options.plugin, enabled))
  const content = options.publicSite && isThere ? await publicContent(ctx, { name: options.name!, company, language: lang }) : null
  if (options.publicSite && !content) notFound()
  const branding = company ? brandingOf(company) : platformBranding(content?.colors)
  const registry = pluginRegistry()
  if (options.plugin && !registry.isOn(options.plugin, enabled)) {
    // The landing page of a role may belong to a plugin that is off here: an old link, or the platform's own login.
    const landing = registry.pages.find(({ name }) => name === options.name)?.landing
    if (session && landing?.roles.includes(session.role)) {
      ctx.response.redirect(registry.home(session.role, enabled))
      return null
    }
    notFound()
  }
  if (options.developmentOnly && environment !== 'development') notFound()
  const surface = registry.surface(enabled, session?.role ?? null)
  const plugins = registry.enabledPlugins(enabled)

  const shownSettings = await settingsFor(company, enabled)
  const bootstrap: Bootstrap = {
    branding,
    lang,
    languages: [...offeredLanguages()],
    user: session ? await identify(session) : null,
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
    closedCompany: closed,
    error,
  }
  const title = error || !content ? translate(lang, error ? 'core.error.title' : (options.title ?? 'core.login.title')) : content.title
  const named = surface.pages.find((each) => each.name === options.name)
  // A page behind the sign-in is not what a visitor gets; the door itself is all that it needs.
  const isShown = !error && Boolean(session || content || (named?.access.kind === 'anyone' && !options.frontDoor))
  const name = isShown ? (options.name ?? null) : null
  const shown = isShown ? named : undefined
  // In a frame calls carry a token that the browser does not know yet.
  const calls = shown?.ahead && !framedBy && session?.isAllowed(shown.access) ? shown.ahead : []
  const isBarred = name && shown?.access.kind !== 'anyone' && !shown?.hideNavigation && !framedBy && !bootstrap.visit
  const isBare = NO_BARS.test(ctx.request.parsedUrl.query ?? '')
  const barred = isBarred && shown && session?.isAllowed(shown.access) && !isBare ? { shown, session } : null
  const isVisited = name && !session && !content && !framedBy
  const visitor = isVisited
    ? await visitorOpening(ctx, name, { company: company && { loginId: company.login_id, name: company.name }, language: lang })
    : null
  const companyOf = async (id: string | undefined) => {
    const shownCompany = session?.isAdmin ? await findCompanyById(Number(id?.match(/^[1-9]\d{0,9}$/)?.[0] ?? 0)) : company
    return shownCompany && { id: shownCompany.id, loginId: shownCompany.login_id, name: shownCompany.name }
  }
  const opening = barred && (await pageOpening(ctx, barred.shown.name, barred.session, { language: lang, companyOf }))
  const denied = isBarred && shown && session && !barred && !isBare
  return pageHtml(ctx, bootstrap, `${title} · ${branding.companyName}`, {
    frontDoor: options.frontDoor === true && !error,
    name,
    // Under ?hidenavigation=1 and in a learning management system the browser takes the bars away: no address says so later on, the tab does.
    barred: barred
      ? {
          above: opening?.above ?? 0,
          heading: opening?.heading ?? title,
          lead: opening?.state ? null : (opening?.lead ?? leadOf(barred.shown, barred.session, branding.companyName, lang)),
          width: barred.shown.width ?? 'reading',
          back: opening?.back ?? (barred.shown.back ? translate(lang, barred.shown.back) : null),
          picture: opening?.picture ?? null,
          part: opening?.part ?? null,
          state: opening?.state ?? null,
        }
      : denied
        ? { ...NOTHING, width: shown.width ?? 'reading', state: deniedIn(lang) }
        : null,
    visitor,
    framedBy: content && !error ? content.framedBy : framedBy,
    calls,
    content: error ? null : content,
  })
}

const NOTHING = { above: 0, heading: null, lead: null, back: null, picture: null, part: null }

/** What the app says to who may not open a page (web/pages/NoPermissionPage). */
const deniedIn = (lang: string) => ({
  title: translate(lang, 'core.states.no_permission_title'),
  text: translate(lang, 'core.states.no_permission_text'),
})

function leadOf({ lead }: PageDefinition, session: Session, company: string, lang: string): string | null {
  if (!lead) return null
  return translate(lang, (session.isAdmin && lead.forAdmins) || lead.text, { company })
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

/**
 * A person keeps the plugins of their own company, and so their navigation; a
 * page of another company's token brings its own plugin along.
 */
function pluginsOn(session: Session | null, company: CompanyRow | null, { companyFrom }: PageOptions): readonly string[] | 'all' {
  if (!session) return company?.plugins ?? 'all'
  const own = session.enabledPlugins
  return own === 'all' || !company || !companyFrom ? own : [...new Set([...own, companyFrom.plugin])]
}
