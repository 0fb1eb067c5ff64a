import type { HttpContext } from '@adonisjs/core/http'
import { conflict, forbidden } from '../contract/errors.js'
import type { RouteDefinition } from '../contract/plugin.js'
import type { Session } from '../tenancy/session.js'
import { noteVisitChange } from './visits.js'

/** Says which visit the page was made in: core/contract/bootstrap.ts. */
const VISIT_HEADER = 'x-visit'

/** What is always possible: to end it, to say why one changes something, and the door, which asks no session. */
const ALWAYS = /^core\.(visit|auth)\./

/**
 * What holds for a call of an admin who sees the site as a company sees it; the screen shows the same, and decides nothing.
 * @param isSafe it changes nothing: its method says so, or the route
 * @throws AppError 409 visit_ended or visit_running when the page is of another visit than the session, or of none; 403
 *   visit_read_only without a reason; 403 visit_not_yours for what belongs to a person and not to the company
 */
export async function assertVisit(ctx: HttpContext, session: Session | null, route: RouteDefinition, isSafe: boolean): Promise<void> {
  const claimed = ctx.request.header(VISIT_HEADER) ?? null
  const visit = session?.visit ?? null
  // A page that was left open would change another company than the one it shows.
  if (claimed !== null && claimed !== String(visit?.id ?? '')) throw conflict('visit_ended')
  if (!visit || isSafe || ALWAYS.test(route.name)) return
  if (claimed === null) throw conflict('visit_running')
  if (visit.reason === null) throw forbidden('visit_read_only')
  // One's own profile, notifications, tour: an admin has none of these here, and takes nobody's.
  if (route.access.kind !== 'permission') throw forbidden('visit_not_yours')
  await noteVisitChange(session!, { route: route.name, params: ctx.params })
}
