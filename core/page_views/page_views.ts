import db from '@adonisjs/lucid/services/db'
import type { Role } from '../contract/roles.js'
import { today } from '../i18n/days.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'

/** Sums of a page are kept this long: two years can be compared, a month is left over. */
const KEEP_DAYS = 760

/** What is counted when a call names no page. */
export const CLIENT_EVENT = 'client'

/**
 * Counts one view of a page on this day, for the running company. A sum is
 * kept and no person: nobody can be followed by it (decision 0037).
 * @param route name of a page with `logView`, or CLIENT_EVENT
 */
export async function countPageView(route: string, role: Role): Promise<void> {
  await db.rawQuery(
    `insert into core_page_views (company_id, day, route, role) values (?, ?::date, ?, ?)
     on conflict (company_id, day, route, role) do update set views = least(core_page_views.views::bigint + 1, 2147483647)`,
    [currentCompanyId(), today(), route, role],
  )
}

/** Removes old sums; the daily job `core.page_views.clean`. */
export async function removeOldPageViews(): Promise<void> {
  await asSystem('page_views.clean', () => db.rawQuery(`delete from core_page_views where day < current_date - ${KEEP_DAYS}`))
}
