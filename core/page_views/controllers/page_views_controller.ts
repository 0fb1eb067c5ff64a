import type { HttpContext } from '@adonisjs/core/http'
import { pageViewValidator } from '#core/page_views/validators'
import { CLIENT_EVENT, countPageView } from '../page_views.js'

/** GET /user/log (specification, section 7): a page view, or with no page a client event. */
export default class PageViewsController {
  async log({ request, response, session }: HttpContext) {
    const { route } = await request.validateUsing(pageViewValidator)
    // Tracking is off for admins (section 6); those without a company have no counts either.
    if (!session!.isAdmin && !session!.impersonation && session!.companyId) await countPageView(route ?? CLIENT_EVENT, session!.role)
    response.status(204).send('')
  }
}
