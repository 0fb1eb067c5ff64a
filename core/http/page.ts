import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { identify } from '../accounts/identify.js'
import type { Session } from '../accounts/session.js'
import { findSession } from '../accounts/session_store.js'
import { BRANDING_COLUMNS, type BrandingRow, brandingOf, platformBranding } from '../companies/branding.js'
import { settings } from '../config/settings.js'
import type { Bootstrap, Branding } from '../contract/bootstrap.js'
import { LANGUAGES, isLanguage } from '../contract/languages.js'
import { messageUrls, translate } from '../i18n/catalogue.js'
import { pluginRegistry } from '../plugins/registry.js'
import { type TokenLookup, companyOfToken } from '../tenancy/public_lookup.js'
import { asSystem } from '../tenancy/scope.js'
import { preparedQuery } from '../tenancy/connections.js'
import { readableOn } from '../../themes/color.js'
import { COMPANY_COOKIE, LANGUAGE_COOKIE, SESSION_COOKIE, readCookie } from './cookies.js'
import { pagePolicy } from './security_headers.js'
import { appVersion } from './version.js'
import { webAssets } from './web_assets.js'

export interface PageOptions {
  /** Login id in the address: the page is that company's. */
  loginId?: string
  /** The page is of the company that a token in the address belongs to (PageDefinition.companyFrom). */
  companyFrom?: TokenLookup | undefined
  /** The page is an error of this type (specification, section 2: /error/{type}). */
  error?: string
  /** Message id of the title. */
  title?: string
}

const COMPANY = `select ${BRANDING_COLUMNS}, plugins from core_companies where login_id = $1 and status = 'active'`
const COMPANY_BY_ID = `select ${BRANDING_COLUMNS}, plugins from core_companies where id = $1 and status = 'active'`

type CompanyRow = BrandingRow & { plugins: string[] }

export async function findCompany(loginId: string): Promise<CompanyRow | null> {
  if (loginId.length > 100) return null
  const rows = await asSystem('page.company', () => preparedQuery<CompanyRow>(db, 'platform_company', COMPANY, [loginId]))
  return rows[0] ?? null
}

async function findCompanyOfToken(lookup: TokenLookup): Promise<CompanyRow | null> {
  const id = await companyOfToken(lookup)
  if (!id) return null
  const rows = await asSystem('page.company', () => preparedQuery<CompanyRow>(db, 'platform_company_by_id', COMPANY_BY_ID, [id]))
  return rows[0] ?? null
}

/**
 * The HTML of any page: branding, language, session and navigation are in it,
 * so that the first paint is the company's own and needs no further call.
 */
export async function renderPage(ctx: HttpContext, options: PageOptions = {}): Promise<string> {
  const { environment } = await settings()
  const session = await findSession(readCookie(ctx, SESSION_COOKIE))
  let error = options.error ?? null
  let company: CompanyRow | null = null

  const loginId = options.loginId ?? (session ? session.row.login_id : readCookie(ctx, COMPANY_COOKIE))
  if (options.companyFrom) company = await findCompanyOfToken(options.companyFrom)
  else if (loginId) company = await findCompany(loginId)
  if ((options.loginId || options.companyFrom) && !company) {
    error = 'not-found'
    ctx.response.status(404)
  }
  if (options.loginId && company) {
    ctx.response.plainCookie(COMPANY_COOKIE, company.login_id, { encode: false, httpOnly: true, sameSite: 'lax', maxAge: '365d', path: '/' })
  }

  const branding = company ? brandingOf(company) : platformBranding()
  const picked = readCookie(ctx, LANGUAGE_COOKIE)
  const lang = [session?.row.language, picked, company?.default_language].find(isLanguage) ?? 'nl'
  const enabled = pluginsOn(session, company, options)
  const registry = pluginRegistry()
  const surface = registry.surface(enabled, session?.role ?? null)
  const plugins = registry.enabledPlugins(enabled)

  const bootstrap: Bootstrap = {
    branding,
    lang,
    languages: [...LANGUAGES],
    user: session ? await identify(session) : null,
    plugins,
    pages: surface.pages.filter((page) => environment === 'development' || page.name !== 'core.gallery'),
    nav: surface.nav,
    messages: messageUrls(plugins),
    version: appVersion(),
    development: environment === 'development',
    error,
  }
  const title = translate(lang, options.title ?? (error ? 'core.error.title' : 'core.login.title'))
  return html(ctx, bootstrap, `${title} · ${branding.companyName}`)
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

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char]!)
/** JSON that cannot end its script element. */
const scriptJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c').replace(/\u2028|\u2029/g, ' ')

function html(ctx: HttpContext, bootstrap: Bootstrap, title: string): string {
  const { nonce, policy } = pagePolicy()
  const { branding } = bootstrap
  const assets = webAssets()
  ctx.response.header('Content-Security-Policy', policy)
  ctx.response.type('text/html; charset=utf-8')
  const coreMessages = bootstrap.messages.core?.[bootstrap.lang]
  return `<!doctype html>
<html lang="${bootstrap.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="theme-color" content="${branding.primaryColor}">
<meta property="csp-nonce" nonce="${nonce}">
${branding.faviconUrl ? `<link rel="icon" href="${escapeHtml(branding.faviconUrl)}">` : '<link rel="icon" href="data:,">'}
${assets.fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${coreMessages ? `<link rel="preload" href="${coreMessages}" as="fetch" crossorigin>` : ''}
<style nonce="${nonce}">${splashCss(branding)}</style>
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
</head>
<body>
<div id="root"><div class="splash" role="status" aria-busy="true">${logo(branding)}<div class="splash-bar"></div></div></div>
<noscript>${escapeHtml(translate(bootstrap.lang, 'core.noscript'))}</noscript>
<script type="application/json" id="bootstrap" nonce="${nonce}">${scriptJson(bootstrap)}</script>
${assets.preamble(nonce)}
${assets.scripts.map((src) => `<script type="module" nonce="${nonce}" src="${src}"></script>`).join('\n')}
</body>
</html>`
}

function logo(branding: Branding): string {
  const name = escapeHtml(branding.companyName)
  return branding.logoUrl
    ? `<img class="splash-logo" src="${escapeHtml(branding.logoUrl)}" alt="${name}">`
    : `<strong class="splash-name">${name}</strong>`
}

function splashCss({ primaryColor, secondaryColor }: Branding): string {
  return `:root{--brand-primary:${primaryColor};--brand-secondary:${secondaryColor};--brand-on-primary:${readableOn(primaryColor)}}
html,body{margin:0;height:100%;background:#f7f8f9}
.splash{min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:24px;font-family:system-ui,sans-serif;color:#1b2127}
.splash-logo{max-width:220px;max-height:72px}.splash-name{font-size:22px}
.splash-bar{width:120px;height:4px;border-radius:2px;background:linear-gradient(90deg,var(--brand-primary) 40%,#dfe3e7 40%)}`
}
