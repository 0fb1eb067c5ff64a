import type { HttpContext } from '@adonisjs/core/http'
import { currentCompanyId, inPublicSite, type Session } from '#core/kit/scope'
import { contactPage, settingsOf } from '#core/kit/settings'
import { catalogueSettings } from '../../settings.js'

/** The valid format of a category or a course's number or short name; other values are not passed on. */
const PASSED_ON = /^[\w-]{1,60}$/

/** The contact page of the running company; null: it has none, or no company runs. */
export const ownContactPage = async (): Promise<string | null> =>
  currentCompanyId() ? (await settingsOf(catalogueSettings)).contact_url || null : null

/**
 * The target of /booking: the contact page of the company (the named one, of the person, or of the domain), else the platform's
 * (CONTACT_URL). Both are configured; of the request only the subject is passed on, as `category` and `courseid`.
 * @returns null when neither is configured
 * @throws AppError 404 for an unknown company
 */
export async function contactUrl(
  request: HttpContext['request'],
  session: Session | null,
  { company, ...about }: { company: string | undefined; category?: unknown; courseid?: unknown },
): Promise<string | null> {
  // Somebody who is signed in in another company may read this one's pages.
  const isOwn = session?.companyId && company === undefined
  const chosen = isOwn
    ? await ownContactPage()
    : await inPublicSite({ plugin: 'catalogue', company, host: request.hostname() }, ownContactPage)
  const page = chosen || (await contactPage())
  if (!page) return null
  const url = new URL(page)
  for (const name of ['category', 'courseid'] as const) {
    const value = about[name]
    if (typeof value === 'string' && PASSED_ON.test(value)) url.searchParams.set(name, value)
  }
  return url.href
}
