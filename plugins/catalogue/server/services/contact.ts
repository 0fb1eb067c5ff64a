import type { HttpContext } from '@adonisjs/core/http'
import { currentCompanyId, inPublicSite, type Session } from '#core/kit/scope'
import { contactPage, settingsOf } from '#core/kit/settings'
import { catalogueSettings } from '../../settings.js'

/** What a category or the number or short name of a course may be; anything else is not passed on. */
const PASSED_ON = /^[\w-]{1,60}$/

/**
 * Where /booking leads: the contact page of the company (whose person asks, which is named, or whose domain it is), else the
 * platform's (CONTACT_URL). Both are configured; of the request only what it is about goes along, as `category` and `courseid`.
 * @returns null where neither is configured
 * @throws AppError 404 for a company that is not there
 */
export async function contactUrl(
  request: HttpContext['request'],
  session: Session | null,
  { company, ...about }: { company: string | undefined; category?: unknown; courseid?: unknown },
): Promise<string | null> {
  const own = async () => (currentCompanyId() ? (await settingsOf(catalogueSettings)).contact_url : null)
  const chosen = session?.companyId ? await own() : await inPublicSite({ plugin: 'catalogue', company, host: request.hostname() }, own)
  const page = chosen || (await contactPage())
  if (!page) return null
  const url = new URL(page)
  for (const name of ['category', 'courseid'] as const) {
    const value = about[name]
    if (typeof value === 'string' && PASSED_ON.test(value)) url.searchParams.set(name, value)
  }
  return url.href
}
