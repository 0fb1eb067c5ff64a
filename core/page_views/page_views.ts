import db from '@adonisjs/lucid/services/db'
import type { Role } from '../contract/roles.js'
import { today } from '../i18n/days.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'

/** Counts are kept this long, so that two years can be compared. */
const KEEP_DAYS = 760

/** The name for calls without a page. */
export const CLIENT_EVENT = 'client'

/**
 * Counts one view of a page on this day, for the running company. Only a count is stored, no person (decision 0037).
 * @param route name of a page with `logView`, or CLIENT_EVENT
 */
export async function countPageView(route: string, role: Role): Promise<void> {
  await db.rawQuery(
    `insert into core_page_views (company_id, day, route, role) values (?, ?::date, ?, ?)
     on conflict (company_id, day, route, role) do update set views = least(core_page_views.views::bigint + 1, 2147483647)`,
    [currentCompanyId(), today(), route, role],
  )
}

/** Removes old counts; the daily job `core.page_views.clean`. */
export async function removeOldPageViews(): Promise<void> {
  await asSystem('page_views.clean', () => db.rawQuery(`delete from core_page_views where day < current_date - ${KEEP_DAYS}`))
}
