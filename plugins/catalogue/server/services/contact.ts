import type { HttpContext } from '@adonisjs/core/http'
import { currentCompanyId, inPublicSite, type Session } from '#core/kit/scope'
import { contactPage, settingsOf } from '#core/kit/settings'
import { catalogueSettings } from '../../settings.js'

/** The valid format of a category or a course's number or short name; other values are not passed on. */
const PASSED_ON = /^[\w-]{1,60}$/

/**
 * The target of /booking: the contact page of the company (of the person, the named one, or of the domain), else the platform's
 * (CONTACT_URL). Both are configured; of the request only the subject is passed on, as `category` and `courseid`.
 * @returns null when neither is configured
 * @throws AppError 404 for an unknown company
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
