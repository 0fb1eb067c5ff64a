import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { AppError, forbidden, notFound } from '../contract/errors.js'
import type { RouteDefinition } from '../contract/plugin.js'
import { cacheZone } from '../i18n/zone.js'
import { pluginRegistry } from '../plugins/registry.js'
import { findSession } from '../accounts/session_store.js'
import { inCompany, withoutScope } from '../tenancy/scope.js'
import { assertCsrf } from './csrf.js'
import { assertImpersonation } from '../impersonation/impersonation_rules.js'
import { isPackagesHost, packagesSource } from './packages_origin.js'
import { sentToken } from './session_token.js'

/** The call that returns all memberships of a person. */
const IDENTIFY = 'core.user.identify'
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Runs before every route: identifies the person, checks that the plugin is on, their access, and CSRF, then runs the controller in the
 * scope of their company. Visitors and admins without a company get no scope: a query throws until a service opens one on purpose.
 */
export function guard(route: RouteDefinition & { plugin: string }) {
  return async (ctx: HttpContext, next: NextFn) => {
    if (packagesSource && isPackagesHost(ctx.request.hostname()) !== (route.origin === 'packages')) throw notFound()
    const token = sentToken(ctx)
    ctx.session = await findSession(token, route.name === IDENTIFY)
    const { session } = ctx

    // Public content does not depend on who asks; such a route finds its company by itself.
    const isPublic = route.access.kind === 'anyone'
    if (session && !isPublic && !pluginRegistry().isOn(route.plugin, session.enabledPlugins)) throw notFound()
    if (!isPublic && !session) {
      throw new AppError(401, token ? 'session_expired' : 'not_signed_in')
    }
    if (!isPublic && !session?.isAllowed(route.access)) throw route.hidden ? notFound() : forbidden()
    const isSafe = SAFE_METHODS.has(ctx.request.method())
    if (!isSafe && !route.skipCsrf) assertCsrf(ctx)
    await assertImpersonation(ctx, session, route, isSafe || route.changesNothing === true)

    if (session?.companyId) cacheZone(session.companyId, session.row.time_zone)
    return session?.companyId ? inCompany(session.companyId, next, session.row.settings_version) : withoutScope(next)
  }
}
