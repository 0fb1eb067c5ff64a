import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '../config/settings.js'
import { pluginRegistry } from '../plugins/registry.js'
import { companyOfHost } from '../tenancy/public_lookup.js'
import { escapeHtml } from './escape_html.js'
import { findCompany } from './page_company.js'
import { onSite, siteAddress, textsOf } from './public_site.js'

/** The maximum number of addresses that search engines read from one sitemap. */
const MAX_ADDRESSES = 50_000

/** The company of the visited site; null for the platform's own, undefined if there is no such company. */
async function siteOf(ctx: HttpContext) {
  const { company } = textsOf(ctx.request.qs())
  const loginId = company ?? (await companyOfHost(ctx.request.hostname()))?.loginId
  return loginId === undefined ? null : ((await findCompany(loginId)) ?? undefined)
}

/** GET /sitemap.xml: every public page of the site, of the plugins that are on there. */
export async function sendSitemap(ctx: HttpContext): Promise<void> {
  const company = await siteOf(ctx)
  const { appUrl } = await settings()
  const registry = pluginRegistry()
  const enabled = company ? company.plugins : 'all'
  const paths: string[] = []
  for (const [name, load] of company === undefined ? [] : registry.publicContent) {
    if (!registry.isOn(name.slice(0, name.indexOf('.')), enabled)) continue
    const { paths: ofPage } = await load()
    if (ofPage) paths.push(...(await onSite(company ?? null, ofPage)))
  }
  const urls = paths
    .slice(0, MAX_ADDRESSES)
    .map((path) => `<url><loc>${escapeHtml(siteAddress(appUrl, company ?? null, path))}</loc></url>`)
  ctx.response
    .status(company === undefined ? 404 : 200)
    .header('Content-Type', 'application/xml; charset=utf-8')
    .header('Cache-Control', 'public, max-age=3600')
  ctx.response.send(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`)
}

/** GET /robots.txt: allows search engines and points to the sitemap of public pages. */
export async function sendRobots(ctx: HttpContext): Promise<void> {
  const company = await siteOf(ctx)
  const { appUrl } = await settings()
  ctx.response.header('Content-Type', 'text/plain; charset=utf-8').header('Cache-Control', 'public, max-age=3600')
  ctx.response.send(`User-agent: *
Disallow: /api/
Sitemap: ${siteAddress(appUrl, company ?? null, '/sitemap.xml')}
`)
}
