import type { HttpContext } from '@adonisjs/core/http'
import { findSession } from '../accounts/session_store.js'
import { brandingOf, platformBranding } from '../companies/branding.js'
import { settings } from '../config/settings.js'
import { acceptedEncoding, compress, sendEncoded } from '../http/compress.js'
import { LANGUAGE_COOKIE, readCookie } from '../http/cookies.js'
import { carriedToken } from '../http/session_token.js'
import { translate } from '../i18n/catalogue.js'
import { pageLanguage } from '../i18n/page_language.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { Session } from '../tenancy/session.js'
import { firstWords } from './first_words.js'
import { pageBootstrap } from './page_bootstrap.js'
import { type CompanyRow, companyOfPage } from './page_company.js'
import { pageHtml } from './page_html.js'
import type { PageOptions } from './page_options.js'
import { publicDocument } from './public_document.js'
import { askedLanguage, publicContent } from './public_site.js'

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
  // A public site is the same for everybody, with a cookie or without: other sites may show it in a frame.
  const session = options.publicSite || options.path ? null : (options.entered?.session ?? (await findSession(carriedToken(ctx), true)))
  const framedBy = session?.framedBy ?? options.framedBy ?? null
  const { company: found, error: wrongAddress, closed } = await companyOfPage(ctx, session, options)
  const company = session || hasPage(found, options) ? found : null
  if (wrongAddress) ctx.response.status(wrongAddress === 'closed' ? 410 : 404)
  let error = wrongAddress ?? options.error ?? null
  const notFound = () => {
    error = 'not-found'
    ctx.response.status(404)
  }

  const lang = pageLanguage({
    stored: session?.row.language,
    // A public page has an address in each language.
    picked: (options.publicSite ? askedLanguage(ctx) : undefined) ?? readCookie(ctx, LANGUAGE_COOKIE),
    accepted: ctx.request.header('accept-language'),
    company: company?.default_language,
  })
  const enabled = pluginsOn(session, company, options)
  const isThere = !error && (!options.plugin || pluginRegistry().isOn(options.plugin, enabled))
  const content = options.publicSite && isThere ? await publicContent(ctx, { name: options.name!, company, language: lang }) : null
  if (options.publicSite && !content) notFound()
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
  if (options.developmentOnly && (await settings()).environment !== 'development') notFound()

  const branding = company ? brandingOf(company) : platformBranding(content?.colors)
  if (content?.sections && !error) return publicDocument(ctx, content, branding, lang)
  const asked = { options, session, company, branding, lang, enabled, framedBy, closedCompany: closed, error }
  const { bootstrap, json } = await pageBootstrap(ctx, asked)
  const title = error || !content ? translate(lang, error ? 'core.error.title' : (options.title ?? 'core.login.title')) : content.title
  const named = registry.pages.find(({ name, plugin }) => name === options.name && registry.isOn(plugin, enabled))
  // A page behind the sign-in is not what a visitor gets; the door itself is all that it needs.
  const isShown = !error && Boolean(session || content || (named?.access.kind === 'anyone' && !options.frontDoor))
  const shown = (isShown && named) || null
  // In a frame calls carry a token that the browser does not know yet.
  const calls = shown?.ahead && !framedBy && session?.isAllowed(shown.access) ? shown.ahead : []
  return pageHtml(ctx, bootstrap, `${title} · ${branding.companyName}`, {
    json,
    frontDoor: options.frontDoor === true && !error,
    name: isShown ? (options.name ?? null) : null,
    ...(await firstWords(ctx, { ...asked, shown, title, isPublic: content !== null })),
    framedBy: content && !error ? content.framedBy : framedBy,
    calls,
    content: error ? null : content,
  })
}

/**
 * Whether a company that this browser remembers has the page of a visitor. Where its plugin is off the way in is the platform's own: whoever
 * signs in there, such as an admin, may have the page. What is public is not there then.
 */
function hasPage(company: CompanyRow | null, { plugin, name }: PageOptions): boolean {
  const registry = pluginRegistry()
  if (!company || !plugin || registry.isOn(plugin, company.plugins)) return true
  return registry.pages.find((page) => page.name === name)?.access.kind === 'anyone'
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
