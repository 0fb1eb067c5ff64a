import type { HttpContext } from '@adonisjs/core/http'
import type { PublicContent, PublicVisit } from '../contract/public_site.js'
import { settings } from '../config/settings.js'
import { offeredLanguages } from '../i18n/catalogue.js'
import { FONT_FAMILY } from '../../themes/tokens.js'
import { pluginRegistry } from '../plugins/registry.js'
import { inCompany, onPlatform } from '../tenancy/scope.js'
import { escapeHtml } from './escape_html.js'

export interface SiteCompany {
  id: number
  login_id: string
  name: string
  site_host: string | null
}

/** The text values of parameters or a query. */
export const textsOf = (values: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value.slice(0, 500)]] : [])))

/** The canonical address of a path: on a company's own domain, else here with its login id; the platform's own unchanged. Pure. */
export function siteAddress(appUrl: string, company: Pick<SiteCompany, 'login_id' | 'site_host'> | null, path: string): string {
  if (!company) return `${appUrl}${path}`
  if (company.site_host) return `https://${company.site_host}${path}`
  return `${appUrl}${path}${path.includes('?') ? '&' : '?'}company=${encodeURIComponent(company.login_id)}`
}

/** Runs as a visitor of the site. */
export const onSite = <T>(company: Pick<SiteCompany, 'id'> | null, fn: () => Promise<T>): Promise<T> =>
  company ? inCompany(company.id, fn) : onPlatform(fn)

/** The public content with the addresses of the page in its other languages. */
export interface ShownContent extends PublicContent {
  readonly alternates: readonly { readonly language: string; readonly href: string }[]
}

/** The language that the address of a public page asks for; undefined: none that there is. */
export function askedLanguage(ctx: HttpContext): string | undefined {
  const { lang } = textsOf(ctx.request.qs())
  return lang !== undefined && offeredLanguages().includes(lang) ? lang : undefined
}

/** An address with the language in it. Pure. */
export const inLanguage = (address: string, language: string) => `${address}${address.includes('?') ? '&' : '?'}lang=${language}`

/** Adds the alternates. A page that was asked for in a language has that in its canonical address. Pure. */
export function withAlternates(content: PublicContent, asked: string | undefined): ShownContent {
  const { canonical, languages = [] } = content
  return {
    ...content,
    canonical: asked && languages.includes(asked) ? inLanguage(canonical, asked) : canonical,
    alternates: languages.length
      ? [...languages.map((language) => ({ language, href: inLanguage(canonical, language) })), { language: 'x-default', href: canonical }]
      : [],
  }
}

/** Returns the data of a visitor that a public page may use. */
export async function visitOf(ctx: HttpContext, company: SiteCompany | null, language: string): Promise<PublicVisit> {
  const { appUrl } = await settings()
  return {
    params: textsOf(ctx.params),
    query: textsOf(ctx.request.qs()),
    language,
    company: company && { loginId: company.login_id, name: company.name },
    address: (path) => siteAddress(appUrl, company, path),
  }
}

/** Loads a public page's content, shown before any script runs. Null when there is no such page. */
export async function publicContent(
  ctx: HttpContext,
  { name, company, language }: { name: string; company: SiteCompany | null; language: string },
): Promise<ShownContent | null> {
  const { default: page } = await pluginRegistry().publicContent.get(name)!()
  const visit = await visitOf(ctx, company, language)
  const content = await onSite(company, () => page(visit))
  return content && withAlternates(content, askedLanguage(ctx))
}

/** JSON that cannot end its script element. */
const json = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

/** In the head: for search engines and link previews. Escapes everything. */
export function publicHead({ title, description, canonical, structured, alternates, picture }: ShownContent, nonce: string): string {
  const others = alternates.map(({ language, href }) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}">`)
  return `<meta name="description" content="${escapeHtml(description)}">
<link rel="canonical" href="${escapeHtml(canonical)}">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(description)}">
<meta property="og:type" content="website">
<meta property="og:url" content="${escapeHtml(canonical)}">
${picture ? `<meta property="og:image" content="${escapeHtml(picture)}">\n` : ''}<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">
${others.join('\n')}
<script type="application/ld+json" nonce="${nonce}">${json(structured)}</script>`
}

/** In the app's root until the app replaces it: the page's text. Escapes everything. */
export function publicBody({ title, description, items }: PublicContent): string {
  const list = items.map(
    ({ name, text, href, picture }, index) =>
      `<li>${picture ? `<img src="${escapeHtml(picture)}" alt=""${index ? ' loading="lazy"' : ' fetchpriority="high"'}>` : ''}<h2><a href="${escapeHtml(href)}">${escapeHtml(name)}</a></h2><p>${escapeHtml(text)}</p></li>`,
  )
  return `<main class="public"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p><ul>${list.join('')}</ul></main>`
}

/** Styles of that body, in the brand's colours. */
export const PUBLIC_CSS = `.public{box-sizing:border-box;max-width:1200px;margin:0 auto;padding:24px 16px;font-family:${FONT_FAMILY};line-height:1.5}
.public h1{margin:0;font-size:1.75rem;line-height:36px;font-weight:680;letter-spacing:-.02em}.public h1+p{margin:8px 0 24px}
.public ul{list-style:none;margin:0;padding:0;display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(min(100%,280px),1fr))}
.public li{background:#fff;border-radius:8px;padding:16px;overflow:hidden}.public img{display:block;width:calc(100% + 32px);margin:-16px -16px 16px;aspect-ratio:16/9;object-fit:cover}
.public h2{font-size:18px;margin:0}.public li p{margin:8px 0 0}.public a{color:var(--brand-primary)}@media(min-width:900px){.public{padding:32px 24px}}`
