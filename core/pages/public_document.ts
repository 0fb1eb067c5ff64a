import type { HttpContext } from '@adonisjs/core/http'
import type { Branding } from '../contract/bootstrap.js'
import type { PublicContent, PublicItem, PublicSection, PublicVisit } from '../contract/public_site.js'
import { nativeName } from '../contract/languages.js'
import { pagePolicy } from '../http/security_headers.js'
import { brandingOf, platformBranding } from '../companies/branding.js'
import { settings } from '../config/settings.js'
import { supported, translate } from '../i18n/catalogue.js'
import { brandShades } from '../../themes/brand.js'
import { surfacesOf } from '../../themes/surfaces.js'
import { FONT_FAMILY } from '../../themes/tokens.js'
import { escapeHtml } from './escape_html.js'
import { findCompanyById } from './page_company.js'
import { askedLanguage, onSite, publicHead, type ShownContent, textsOf, visitOf, withAlternates } from './public_site.js'
import { webAssets } from './web_assets.js'

/**
 * A public page without any script: complete HTML that every reader and search engine can use at once. Escapes all values.
 * Sets the policy of the answer.
 */
export function publicDocument(ctx: HttpContext, content: ShownContent, branding: Branding, visited: string): string {
  const lang = content.language ?? visited
  const { nonce, policy } = pagePolicy(false, content.framedBy)
  ctx.response.header('Content-Security-Policy', policy)
  const { fonts, css } = webAssets()
  const [first, ...others] = content.sections ?? []
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${content.title} · ${branding.companyName}`)}</title>
${publicHead(content, nonce)}
<meta name="theme-color" content="${branding.primaryColor}">
${branding.faviconUrl ? `<link rel="icon" href="${escapeHtml(branding.faviconUrl)}">` : '<link rel="icon" href="data:,">'}
${fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`).join('\n')}
<style nonce="${nonce}">${css}${documentCss(branding)}</style>
</head>
<body>
<header>${mark(branding)}<nav aria-label="${escapeHtml(translate(lang, 'core.language.title'))}">${languageLinks(content, lang)}<a href="${branding.loginId ? `/${escapeHtml(branding.loginId)}` : '/login'}">${escapeHtml(translate(lang, 'core.login.sign_in'))}</a></nav></header>
<main>${first ? sectionHtml(first, 'h1') : ''}${others.map((section) => sectionHtml(section, 'h2')).join('')}</main>
</body>
</html>`
}

interface Previewed {
  language: string
  /** Id of the company whose site it is; null: the platform's own. */
  company: number | null
  /** Runs in the scope of that site. */
  page: (visit: PublicVisit) => Promise<PublicContent | null>
}

/** Answers with a document as the site would show it. @returns false when there is no page, or no such open company */
export async function sendPublicDocument(ctx: HttpContext, { language, company: id, page }: Previewed): Promise<boolean> {
  const lang = askedLanguage(ctx) ?? supported(language)
  const company = await findCompanyById(id)
  if (id !== null && !company) return false
  const visit = await visitOf(ctx, company, lang)
  const content = await onSite(company, () => page(visit))
  if (!content) return false
  // Links to its other languages are previews too.
  const here = withAlternates({ ...content, canonical: await ownAddress(ctx), framedBy: ["'self'"] }, undefined)
  const html = publicDocument(ctx, here, company ? brandingOf(company) : platformBranding(content.colors), lang)
  ctx.response.header('Content-Type', 'text/html; charset=utf-8').header('X-Robots-Tag', 'noindex').send(html)
  return true
}

/** The address of the request, without a language. */
async function ownAddress(ctx: HttpContext): Promise<string> {
  const { lang: _, ...query } = textsOf(ctx.request.qs())
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return `${(await settings()).appUrl}${ctx.request.url()}${search && `?${search}`}`
}

const mark = ({ logoUrl, companyName }: Branding) =>
  logoUrl ? `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(companyName)}">` : `<strong>${escapeHtml(companyName)}</strong>`

const languageLinks = ({ alternates }: ShownContent, lang: string) =>
  alternates
    .filter(({ language }) => language !== lang && language !== 'x-default')
    .map(({ language, href }) => {
      const { pathname, search } = new URL(href)
      return `<a href="${escapeHtml(pathname + search)}" lang="${language}" hreflang="${language}">${escapeHtml(nativeName(language))}</a>`
    })
    .join('')

const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((one) => one.trim())
    .map((one) => `<p>${escapeHtml(one.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')

function sectionHtml({ id, look, heading, text, items, links }: PublicSection, level: 'h1' | 'h2'): string {
  const buttons = links.map(
    ({ label, href }, index) => `<a class="button${index ? ' quiet' : ''}" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`,
  )
  return `<section id="${escapeHtml(id)}" class="${look}"><div><${level}>${escapeHtml(heading)}</${level}>${paragraphs(text)}${itemsHtml(look, items)}${buttons.length ? `<p class="buttons">${buttons.join('')}</p>` : ''}</div></section>`
}

function itemsHtml(look: PublicSection['look'], items: readonly PublicItem[]): string {
  if (!items.length) return ''
  const name = (item: PublicItem) => escapeHtml(item.name)
  if (look === 'questions')
    return items.map((item) => `<details><summary>${name(item)}</summary>${paragraphs(item.text)}</details>`).join('')
  if (look === 'figures')
    return `<dl>${items.map((item) => `<div><dt>${name(item)}</dt><dd>${escapeHtml(item.text)}</dd></div>`).join('')}</dl>`
  if (look === 'quotes')
    return items
      .map((item) => `<figure><blockquote>${paragraphs(item.text)}</blockquote><figcaption>${name(item)}</figcaption></figure>`)
      .join('')
  return `<ul>${items.map(card).join('')}</ul>`
}

function card({ name, text, href, picture, facts = [] }: PublicItem): string {
  const title = href ? `<a href="${escapeHtml(href)}">${escapeHtml(name)}</a>` : escapeHtml(name)
  return `<li>${picture ? `<img src="${escapeHtml(picture)}" alt="" loading="lazy">` : ''}<h3>${title}</h3>${paragraphs(text)}${facts.map((fact) => `<p class="fact">${escapeHtml(fact)}</p>`).join('')}</li>`
}

/** In the brand's colours, on the theme's surfaces. */
function documentCss({ primaryColor, secondaryColor, theme }: Branding): string {
  const surfaces = surfacesOf(theme)
  const [brand, accent] = [brandShades(primaryColor, surfaces), brandShades(secondaryColor, surfaces)]
  return `*{box-sizing:border-box}html{scroll-behavior:smooth}@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:${surfaces.background};color:${surfaces.text};font-family:${FONT_FAMILY};font-size:1.0625rem;line-height:1.6;overflow-wrap:break-word}
header,section>div{max-width:1120px;margin:0 auto;padding:0 20px}header{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;justify-content:space-between;min-height:64px;padding-top:8px;padding-bottom:8px}
header img{height:32px;display:block}header nav{display:flex;flex-wrap:wrap;gap:4px 20px}header a{display:inline-flex;align-items:center;min-height:44px}
a{color:${brand.text};text-underline-offset:3px}a:focus-visible,summary:focus-visible{outline:3px solid ${accent.edge};outline-offset:3px}
section{padding:40px 0}section:nth-child(even){background:${surfaces.paper}}h1,h2,h3{margin:0;letter-spacing:-.015em;line-height:1.25;text-wrap:balance}h1{font-size:clamp(2rem,5.5vw,3.25rem);font-weight:680;letter-spacing:-.025em;line-height:1.12}
h2{font-size:clamp(1.5rem,3.4vw,2rem);font-weight:660}h3{font-size:1.125rem;font-weight:640}p{margin:12px 0 0;max-width:68ch;text-wrap:pretty}
.opening{background:${brand.fill};color:${brand.onFill};border-bottom:6px solid ${accent.fill};padding:clamp(48px,9vw,104px) 0}.opening p{font-size:1.1875rem;max-width:58ch}.opening h1{max-width:20ch}
.buttons{display:flex;flex-wrap:wrap;gap:12px;margin-top:28px;max-width:none}.button{display:inline-flex;align-items:center;min-height:48px;padding:10px 22px;border-radius:8px;font-size:1rem;font-weight:600;text-decoration:none;background:${brand.fill};color:${brand.onFill};border:1px solid ${brand.edge}}
.button:hover{background:${brand.fillHover}}.quiet{background:transparent;color:${brand.text};border-color:${surfaces.controlBorder}}.quiet:hover{background:${surfaces.hover}}
.opening .button{background:${brand.onFill};color:${brand.fill};border-color:${brand.onFill}}.opening a:focus-visible{outline-color:${brand.onFill}}
ul,dl{list-style:none;margin:28px 0 0;padding:0;display:grid;gap:20px;grid-template-columns:repeat(auto-fill,minmax(min(100%,240px),1fr))}ul:has(img){grid-template-columns:repeat(auto-fill,minmax(min(100%,320px),1fr))}
li{background:${surfaces.paper};border:1px solid ${surfaces.divider};border-radius:8px;padding:20px;overflow:hidden}section:nth-child(even) li{background:${surfaces.background}}li img{display:block;width:calc(100% + 40px);margin:-20px -20px 16px;aspect-ratio:16/9;object-fit:cover}li p{margin-top:8px;font-size:1rem}.fact{color:${surfaces.textSecondary};font-size:.9375rem}
dt{font-size:clamp(1.75rem,4vw,2.5rem);font-weight:680;letter-spacing:-.02em;color:${brand.text};line-height:1.2}dd{margin:4px 0 0;color:${surfaces.textSecondary}}dl>div{border-left:4px solid ${accent.edge};padding-left:16px}
details{border-bottom:1px solid ${surfaces.divider};max-width:820px}h2+details{margin-top:20px}summary{cursor:pointer;font-weight:600;padding:14px 0;min-height:44px}details p{margin:0 0 16px}
figure{margin:24px 0 0;padding-left:20px;border-left:4px solid ${accent.edge}}blockquote{margin:0;font-size:1.1875rem}figcaption{margin-top:8px;color:${surfaces.textSecondary}}
.closing{background:${brand.soft}!important;border-top:1px solid ${surfaces.divider}}@media(min-width:900px){section{padding:64px 0}header,section>div{padding-left:32px;padding-right:32px}}`
}
