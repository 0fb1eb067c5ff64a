import type { HttpContext } from '@adonisjs/core/http'
import type { Opening, OpeningVisit, VisitorVisit } from '../contract/opening.js'
import { AppError } from '../contract/errors.js'
import { pluginRegistry } from '../plugins/registry.js'
import { inCompany, withoutScope } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import type { VisitorWords } from './first_paint.js'
import { registrationOf } from '../registration/cookie.js'
import { textsOf } from './public_site.js'

/** The page's own data in the document. Null when it has none or loading fails: the page itself reports errors. */
export async function pageOpening(
  ctx: HttpContext,
  name: string,
  session: Session,
  { language, companyOf }: Pick<OpeningVisit, 'language'> & { companyOf: (id: string | undefined) => Promise<OpeningVisit['company']> },
): Promise<Opening | null> {
  const load = pluginRegistry().openings.get(name)
  if (!load) return null
  try {
    const { default: open, forAdmins } = await load()
    if (!session.companyId && !forAdmins) return null
    const query = textsOf(ctx.request.qs())
    const visit: OpeningVisit = {
      session,
      params: textsOf(ctx.params),
      query,
      language,
      company: await companyOf(query.id),
      origin: `${ctx.request.protocol()}://${ctx.request.host() ?? ''}`,
    }
    if (!session.companyId) return await withoutScope(() => open(visit))
    return await inCompany(session.companyId, () => open(visit), session.row.settings_version)
  } catch (error) {
    // The page itself says that something is missing or not allowed.
    if (!(error instanceof AppError)) ctx.logger.info({ err: error, page: name }, 'a page opens without its data')
    return null
  }
}

/** The same for a visitor's page. */
export async function visitorOpening(
  ctx: HttpContext,
  name: string,
  visit: Pick<VisitorVisit, 'company' | 'language' | 'isSignedIn'>,
): Promise<VisitorWords | null> {
  const load = pluginRegistry().visitorOpenings.get(name)
  if (!load) return null
  try {
    const { default: open } = await load()
    const isRegistering = registrationOf(ctx) !== undefined
    return await open({ params: textsOf(ctx.params), query: textsOf(ctx.request.qs()), isRegistering, ...visit })
  } catch (error) {
    ctx.logger.info({ err: error, page: name }, 'a page opens without its words')
    return null
  }
}
