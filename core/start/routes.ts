import type { HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import { companyOfInvitation } from '../accounts/invitation.js'
import { parseBody } from '../http/body.js'
import { guard } from '../http/guard.js'
import { sendPage } from '../pages/page.js'
import { serveAsset } from '../pages/serve_asset.js'
import { pluginRegistry } from '../plugins/registry.js'

/** Their first segment is a company's login id. */
const FRONT_DOOR = new Set(['core.home', 'core.login'])
const registry = pluginRegistry()

for (const route of registry.routes) {
  const { path, method, handler, name } = route
  const mounted = router.route(path, method === 'GET' ? ['GET', 'HEAD'] : [method], [...handler] as never)
  mounted.as(name).use(guard(route))
  if (method !== 'GET') mounted.use(parseBody(route))
}

router.get('/assets/*', serveAsset).as('core.assets')

// `/:id?` matches any first segment: it comes after the pages of every plugin.
const pages = [...registry.pages].sort((a, b) => Number(a.name === 'core.home') - Number(b.name === 'core.home'))
// Before every page: `/a/:id` would take the last segment of `/a/b` for an id.
for (const page of pages) {
  for (const path of page.alsoAt ?? []) router.get(path, ({ response }: HttpContext) => response.redirect().toPath(page.path))
}
for (const page of pages) {
  router
    .get(page.path, async (ctx: HttpContext) => {
      const frontDoor = FRONT_DOOR.has(page.name)
      return sendPage(ctx, {
        name: page.name,
        title: page.title,
        plugin: page.plugin,
        developmentOnly: page.developmentOnly,
        frontDoor,
        measured: page.access.kind !== 'anyone',
        loginId: frontDoor ? ctx.params.id : undefined,
        // The mail's link carries the secret, and the page is the inviting company's from the first paint.
        companyId: page.name === 'core.invite' ? await companyOfInvitation(ctx.request.qs().token) : null,
        companyFrom: page.companyFrom && {
          plugin: page.plugin,
          table: page.companyFrom.table,
          token: String(ctx.params[page.companyFrom.param]),
        },
      })
    })
    .as(`page.${page.name}`)
}
