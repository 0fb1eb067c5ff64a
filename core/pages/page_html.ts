import type { HttpContext } from '@adonisjs/core/http'
import type { Bootstrap } from '../contract/bootstrap.js'
import { translate } from '../i18n/catalogue.js'
import { escapeHtml } from './escape_html.js'
import { BARE_TAB, type BarredPage, type VisitorWords, firstPaint, firstPaintCss } from './first_paint.js'
import { packagesSource } from '../http/packages_origin.js'
import { pagePolicy } from '../http/security_headers.js'
import { PUBLIC_CSS, publicBody, publicHead, type ShownContent } from './public_site.js'
import { startScript } from './start_script.js'
import { webAssets } from './web_assets.js'

interface ShownPage {
  /** The bootstrap as JSON for its script element. */
  json: string
  frontDoor: boolean
  /** Name of the page, except for the sign-in page: its code and texts are preloaded. */
  name: string | null
  framedBy: readonly string[] | null
  /** The calls it makes first. */
  calls: readonly string[]
  /** For signed-in pages with navigation; null for others. */
  barred: BarredPage | null
  /** For a visitor's page; null when it has none. */
  visitor: VisitorWords | null
  /** For a public page: its HTML content. */
  content: ShownContent | null
}

/** The document around the app: what the first paint needs and what the browser should preload, with a fresh nonce. Escapes everything. */
export function pageHtml(ctx: HttpContext, bootstrap: Bootstrap, title: string, page: ShownPage): string {
  const { nonce, policy } = pagePolicy(bootstrap.tagManager?.allowed, page.framedBy)
  const { branding } = bootstrap
  const assets = webAssets()
  ctx.response.header('Content-Security-Policy', policy)
  // A package on its own origin may open a window and be found from there; a page that opened ours cannot reach it.
  if (packagesSource) ctx.response.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
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
<style nonce="${nonce}">${assets.css}${page.content ? PUBLIC_CSS : ''}${firstPaintCss(branding, page.barred, page.visitor)}</style>
${page.barred ? `<script nonce="${nonce}">${BARE_TAB}</script>` : ''}
</head>
<body>
<div id="root">${page.content ? publicBody(page.content) : firstPaint(bootstrap, page.barred, page.visitor)}</div>
<noscript>${escapeHtml(translate(bootstrap.lang, 'core.noscript'))}</noscript>
<script type="application/json" id="bootstrap" nonce="${nonce}">${page.json}</script>
${assets.preamble(nonce)}
${
  assets.steps.app.length
    ? `<script nonce="${nonce}">${startOf(page, bootstrap)}</script>`
    : assets.scripts.map((src) => `<script type="module" nonce="${nonce}" src="${src}"></script>`).join('\n')
}
</body>
</html>`
}

/** The start script, the same for everybody; built once per language. */
const starts = new Map<string, string>()

function startOf({ frontDoor, name }: ShownPage, bootstrap: Bootstrap): string {
  const key = `${frontDoor} ${name} ${bootstrap.lang}`
  const known = starts.get(key)
  if (known) return known
  const { preloads, next, steps, ofPage } = webAssets()
  const which = frontDoor ? 'frontDoor' : 'app'
  const modules = new Set([...preloads, ...next[which], ...(name ? ofPage(name) : [])])
  const made = startScript(steps[which], [...modules], bootstrap.lang, wordsOf(bootstrap))
  starts.set(key, made)
  return made
}

const wordsOf = ({ lang }: Bootstrap) => ({ failed: translate(lang, 'core.start_failed'), retry: translate(lang, 'core.actions.retry') })

/** The description for search engines and link previews. */
const described = ({ lang, branding }: Bootstrap) =>
  `<meta name="description" content="${escapeHtml(translate(lang, 'core.page_description', { company: branding.companyName }))}">`
