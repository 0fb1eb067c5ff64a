import type { HttpContext } from '@adonisjs/core/http'
import { attentionFor, peopleCondition } from '#core/kit/lists'
import { actionsValidator, layoutValidator, periodValidator } from '#plugins/reports/server/validators/dashboard'
import { chosenCompany } from '../services/chosen_company.js'
import { type About, actions, kpis } from '../services/dashboard_service.js'
import { layoutOf, saveLayout } from '../services/layout_service.js'
import { toAction } from '../transformers/action_transformer.js'

const DEFAULT_PERIOD = 30

/** The people that the numbers are about: the same filters over people as in lists, and the company that an admin chose. */
const aboutOf = async ({ session, request }: HttpContext): Promise<About> => ({
  people: await peopleCondition(session!, request.qs()),
  company: await chosenCompany(session!, request.qs()),
})

export default class DashboardController {
  /** The first data of a person's dashboard: their layout, and what needs attention. One request, so that nothing moves. */
  async show({ session, request }: HttpContext) {
    return { data: { layout: await layoutOf(session!), attention: await attentionFor(session!, request.qs()) } }
  }

  async arrange({ session, request }: HttpContext) {
    const layout = await request.validateUsing(layoutValidator)
    await saveLayout(session!, layout)
    return { data: layout }
  }

  async reset({ session }: HttpContext) {
    await saveLayout(session!, null)
    return { status: 'good' as const }
  }

  async kpis(ctx: HttpContext) {
    const { request, session } = ctx
    const { period = DEFAULT_PERIOD } = await request.validateUsing(periodValidator)
    const { kpis: data, buckets, unit } = await kpis(session!, period, await aboutOf(ctx))
    return { data, meta: { buckets, unit } }
  }

  async actions(ctx: HttpContext) {
    const { request, session } = ctx
    const { before, limit = 20 } = await request.validateUsing(actionsValidator)
    const { rows, next } = await actions(session!, limit, await aboutOf(ctx), before)
    return { data: rows.map((row) => toAction(row, session!.row.language)), meta: { next } }
  }
}
