import type { HttpContext } from '@adonisjs/core/http'
import { conflict, forbidden } from '../contract/errors.js'
import type { RouteDefinition } from '../contract/plugin.js'
import type { Session } from '../tenancy/session.js'
import { auditImpersonatedChange } from './impersonation.js'

/** The impersonation that the page was rendered in (core/contract/bootstrap.ts). */
const IMPERSONATION_HEADER = 'x-visit'

/** Routes that are always allowed: ending the impersonation, giving a reason for changes, and signing in, which needs no session. */
const ALWAYS = /^core\.(visit|auth)\./

/**
 * Checks a call of an admin who impersonates a company.
 * @param isSafe whether the call changes nothing, by its method or by its route
 * @throws AppError 409 visit_ended or visit_running when the page belongs to another impersonation than the session; 403 visit_read_only
 *   when no reason for changes was given; 403 visit_not_yours for data of a person rather than the company
 */
export async function assertImpersonation(
  ctx: HttpContext,
  session: Session | null,
  route: RouteDefinition,
  isSafe: boolean,
): Promise<void> {
  const claimed = ctx.request.header(IMPERSONATION_HEADER) ?? null
  const impersonation = session?.impersonation ?? null
  // Otherwise a page that was left open could change another company than the one it shows.
  if (claimed !== null && claimed !== String(impersonation?.id ?? '')) throw conflict('visit_ended')
  if (!impersonation || isSafe || ALWAYS.test(route.name)) return
  if (claimed === null) throw conflict('visit_running')
  if (impersonation.reason === null) throw forbidden('visit_read_only')
  // Profile, notifications and tour belong to a member. An impersonating admin is not one.
  if (route.access.kind !== 'permission') throw forbidden('visit_not_yours')
  await auditImpersonatedChange(session!, { route: route.name, params: ctx.params })
}
