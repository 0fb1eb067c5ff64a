import type { HttpContext } from '@adonisjs/core/http'
import { findSession } from '../accounts/session_store.js'
import { brandingOf, platformBranding } from '../companies/branding.js'
import { settings } from '../config/settings.js'
import { acceptedEncoding, compress, sendEncoded } from '../http/compress.js'
import { LANGUAGE_COOKIE, readCookie } from '../http/cookies.js'
import { sentToken } from '../http/session_token.js'
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
 * Sends the HTML of any page with branding, language, session and navigation, so that the first paint is the company's own and needs no
 * further call.
 */
export async function sendPage(ctx: HttpContext, options: PageOptions = {}): Promise<void> {
  const page = await renderPage(ctx, options)
  if (page === null) return
  const encoding = acceptedEncoding(ctx)
  // Pages with `no-store` are not restored when going back (decision 0185). A frame's token is for one answer, and so is a sealed value
  // behind # of a path.
  if (!options.entered && !options.path) ctx.response.header('Cache-Control', 'private, no-cache')
  sendEncoded(ctx, 'text/html; charset=utf-8', encoding ? await compress(page, encoding) : page, encoding)
  // Anybody with the link can open a page by its token, so a search engine must not list it.
  if (options.companyFrom) ctx.response.header('X-Robots-Tag', 'noindex')
  // A restored document belongs to one session; with another one it is loaded again.
  ctx.response.header('Vary', 'Accept-Encoding, Cookie')
}

/** @returns null when the person was redirected */
async function renderPage(ctx: HttpContext, options: PageOptions): Promise<string | null> {
  // A public site is the same for everybody, so other sites may frame it.
  const session = options.publicSite || options.path ? null : (options.entered?.session ?? (await findSession(sentToken(ctx), true)))
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
    // A role's landing page may belong to a plugin that is off here: by an old link, or on the platform's own sign-in page.
    const landing = registry.pages.find(({ name }) => name === options.name)?.landing
    if (session && landing?.roles.includes(session.role)) {
      ctx.response.redirect(registry.home(session.role, enabled))
      return null
    }
    notFound()
  }
  if (options.developmentOnly && (await settings()).environment !== 'development') notFound()

  const named = registry.pages.find(({ name, plugin }) => name === options.name && registry.isOn(plugin, enabled))
  if (named?.hidden && session && !session.isAllowed(named.access)) notFound()

  const branding = company ? brandingOf(company) : platformBranding(content?.colors)
  if (content?.sections && !error) return publicDocument(ctx, content, branding, lang)
  const asked = { options, session, company, branding, lang, enabled, framedBy, closedCompany: closed, error }
  const { bootstrap, json } = await pageBootstrap(ctx, asked)
  const title = error || !content ? translate(lang, error ? 'core.error.title' : (options.title ?? 'core.login.title')) : content.title
  // A visitor gets the sign-in page instead of a protected page.
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
 * Whether the company that this browser remembers has the visitor's page. Where its plugin is off, the platform's own sign-in page is
 * shown, because an admin may have the page. Public pages are not found then.
 */
function hasPage(company: CompanyRow | null, { plugin, name }: PageOptions): boolean {
  const registry = pluginRegistry()
  if (!company || !plugin || registry.isOn(plugin, company.plugins)) return true
  return registry.pages.find((page) => page.name === name)?.access.kind === 'anyone'
}

/** A person keeps their own company's plugins and navigation; a page of another company's token adds its own plugin. */
function pluginsOn(session: Session | null, company: CompanyRow | null, { companyFrom }: PageOptions): readonly string[] | 'all' {
  if (!session) return company?.plugins ?? 'all'
  const own = session.enabledPlugins
  return own === 'all' || !company || !companyFrom ? own : [...new Set([...own, companyFrom.plugin])]
}
