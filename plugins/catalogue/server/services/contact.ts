import type { HttpContext } from '@adonisjs/core/http'
import { currentCompanyId, inPublicSite, type Session } from '#core/kit/scope'
import { contactPage, settingsOf } from '#core/kit/settings'
import { catalogueSettings } from '../../settings.js'

/**
 * Where /booking leads: the contact page of the company (whose person asks, which is named, or whose domain it is), else the
 * platform's. Both are configured; nothing of the request is in it.
 * @throws AppError 404 for a company that is not there
 */
export async function contactUrl(
  request: HttpContext['request'],
  session: Session | null,
  company: string | undefined,
): Promise<string | null> {
  const own = async () => (currentCompanyId() ? (await settingsOf(catalogueSettings)).contact_url : null)
  const chosen = session?.companyId ? await own() : await inPublicSite({ plugin: 'catalogue', company, host: request.hostname() }, own)
  return chosen || (await contactPage())
}
