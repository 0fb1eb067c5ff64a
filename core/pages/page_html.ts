import type { HttpContext } from '@adonisjs/core/http'
import type { Bootstrap, Branding } from '../contract/bootstrap.js'
import type { PublicContent } from '../contract/public_site.js'
import { translate } from '../i18n/catalogue.js'
import { readableOn } from '../../themes/color.js'
import { surfacesOf } from '../../themes/surfaces.js'
import { escapeHtml } from './escape_html.js'
import { pagePolicy } from '../http/security_headers.js'
import { PUBLIC_CSS, publicBody, publicHead } from './public_site.js'
import { webAssets } from './web_assets.js'

/** JSON that cannot end its script element. */
const scriptJson = (value: unknown) =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, ' ')

interface ShownPage {
  frontDoor: boolean
  /** Name of a page behind the sign-in: its code and its plugin's words are fetched along. */
  name: string | null
  framedBy: readonly string[] | null
  /** Calls that it makes first. */
  calls: readonly string[]
  /** Of a public site's page: what stands in its HTML. */
  content: PublicContent | null
}

/**
 * The document around the app: what the first paint needs and what the browser
 * should fetch ahead, under a policy with a fresh nonce. Escapes everything.
 */
export function pageHtml(ctx: HttpContext, bootstrap: Bootstrap, title: string, page: ShownPage): string {
  const { nonce, policy } = pagePolicy(bootstrap.tagManager?.allowed, page.framedBy)
  const { branding } = bootstrap
  const assets = webAssets()
  ctx.response.header('Content-Security-Policy', policy)
  const ahead = page.frontDoor ? assets.next.frontDoor : assets.next.app
  const modules = new Set([...assets.preloads, ...ahead, ...(page.name ? assets.ofPage(page.name) : [])])
  const parts = ['core', ...(page.name ? [page.name.slice(0, page.name.indexOf('.'))] : [])]
  const messages = new Set(parts.flatMap((part) => bootstrap.messages[part]?.[bootstrap.lang] ?? []))
  return `<!doctype html>
<html lang="${bootstrap.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${page.content ? publicHead(page.content, nonce) : described(bootstrap)}
<meta name="theme-color" content="${branding.primaryColor}">
<meta property="csp-nonce" nonce="${nonce}">
${branding.faviconUrl ? `<link rel="icon" href="${escapeHtml(branding.faviconUrl)}">` : '<link rel="icon" href="data:,">'}
${assets.fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${[...messages, ...page.calls].map((href) => `<link rel="preload" href="${href}" as="fetch" crossorigin>`).join('\n')}
<style nonce="${nonce}">${splashCss(branding)}${page.content ? PUBLIC_CSS : ''}</style>
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${[...modules].map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
</head>
<body>
<div id="root">${page.content ? publicBody(page.content) : splash(branding)}</div>
<noscript>${escapeHtml(translate(bootstrap.lang, 'core.noscript'))}</noscript>
<script type="application/json" id="bootstrap" nonce="${nonce}">${scriptJson(bootstrap)}</script>
${assets.preamble(nonce)}
${assets.scripts.map((src) => `<script type="module" nonce="${nonce}" src="${src}"></script>`).join('\n')}
</body>
</html>`
}

/** What a search engine or a message shows below the title. */
const described = ({ lang, branding }: Bootstrap) =>
  `<meta name="description" content="${escapeHtml(translate(lang, 'core.page_description', { company: branding.companyName }))}">`

const splash = (branding: Branding) =>
  `<div class="splash" role="status" aria-busy="true">${logo(branding)}<div class="splash-bar"></div></div>`

function logo(branding: Branding): string {
  const name = escapeHtml(branding.companyName)
  return branding.logoUrl
    ? `<img class="splash-logo" src="${escapeHtml(branding.logoUrl)}" alt="${name}">`
    : `<strong class="splash-name">${name}</strong>`
}

function splashCss({ primaryColor, secondaryColor, theme }: Branding): string {
  const surfaces = surfacesOf(theme)
  return `:root{--brand-primary:${primaryColor};--brand-secondary:${secondaryColor};--brand-on-primary:${readableOn(primaryColor)}}
html,body{margin:0;min-height:100%;background:${surfaces.background}}
.splash{min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:24px;font-family:system-ui,sans-serif;color:${surfaces.text}}
.splash-logo{max-width:220px;max-height:72px}.splash-name{font-size:22px}
.splash-bar{width:120px;height:4px;border-radius:2px;background:linear-gradient(90deg,var(--brand-primary) 40%,${surfaces.track} 40%)}`
}
