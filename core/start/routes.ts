import type { HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import { companyOfInvitation } from '../accounts/invitation.js'
import { parseBody } from '../http/body.js'
import { guard } from '../http/guard.js'
import { sendPage } from '../pages/page.js'
import { findCompany } from '../pages/page_company.js'
import { serveAsset } from '../pages/serve_asset.js'
import { sendRobots, sendSitemap } from '../pages/sitemap.js'
import type { PageDefinition } from '../contract/pages.js'
import { pluginRegistry } from '../plugins/registry.js'
import { companyOfHost } from '../tenancy/public_lookup.js'

/** Paths whose first segment is a company's login id. */
const LOGIN_ID_PAGES = new Set(['core.home', 'core.login'])
const registry = pluginRegistry()
/** An id that no company has. */
const NOBODY = -1

for (const route of registry.routes) {
  const { path, method, handler, name } = route
  const mounted = router.route(path, method === 'GET' ? ['GET', 'HEAD'] : [method], [...handler] as never)
  mounted.as(name).use(guard(route))
  if (method !== 'GET') mounted.use(parseBody(route))
}

/** The company in a page's query string; null for an unknown one. */
async function companyNamed(ctx: HttpContext, param: string | undefined): Promise<number | null> {
  const loginId: unknown = param && ctx.request.qs()[param]
  return typeof loginId === 'string' ? ((await findCompany(loginId))?.id ?? null) : null
}

/** The page's company, as far as its address says. */
async function companyOf(ctx: HttpContext, page: PageDefinition): Promise<number | null> {
  // The mail's link has the secret, and the page shows the inviting company from the first paint.
  if (page.name === 'core.invite') return companyOfInvitation(ctx.request.qs().token)
  const named = await companyNamed(ctx, page.companyParam)
  if (named !== null || !page.companyParam) return named
  // A public site belongs to the company in its address, or to none.
  if (ctx.request.qs()[page.companyParam] !== undefined) return registry.publicContent.has(page.name) ? NOBODY : null
  return (await companyOfHost(ctx.request.hostname()))?.id ?? null
}

router.get('/assets/*', serveAsset).as('core.assets')
router.get('/sitemap.xml', sendSitemap).as('core.sitemap')
router.get('/robots.txt', sendRobots).as('core.robots')

// The first match wins: `/a/:id` comes after `/a/b`, and `/:id?` after the pages of every plugin.
const openness = ({ path }: { path: string }) =>
  path
    .split('/')
    .map((part) => (part === '*' ? 2 : Number(part.startsWith(':'))))
    .join('')
const pages = [...registry.pages].sort((a, b) => (openness(a) < openness(b) ? -1 : Number(openness(a) > openness(b))))
// Before every page: `/a/:id` would take the last segment of `/a/b` for an id.
for (const page of pages) {
  for (const path of page.alsoAt ?? []) router.get(path, ({ response }: HttpContext) => response.redirect().withQs().toPath(page.path))
}
for (const page of pages) {
  router
    .get(page.path, async (ctx: HttpContext) => {
      const frontDoor = LOGIN_ID_PAGES.has(page.name)
      return sendPage(ctx, {
        name: page.name,
        title: page.title,
        plugin: page.plugin,
        developmentOnly: page.developmentOnly,
        frontDoor,
        measured: page.access.kind !== 'anyone',
        loginId: frontDoor ? (ctx.params.id ?? (await companyOfHost(ctx.request.hostname()))?.loginId) : undefined,
        publicSite: registry.publicContent.has(page.name),
        companyId: await companyOf(ctx, page),
        // The parameter may be optional: without it the page belongs to no company.
        companyFrom:
          page.companyFrom && ctx.params[page.companyFrom.param] !== undefined
            ? {
                plugin: page.plugin,
                table: page.companyFrom.table,
                token: String(ctx.params[page.companyFrom.param]),
              }
            : undefined,
      })
    })
    .as(`page.${page.name}`)
}
