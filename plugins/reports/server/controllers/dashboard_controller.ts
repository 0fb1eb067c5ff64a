import type { HttpContext } from '@adonisjs/core/http'
import { actionsValidator, periodValidator } from '#plugins/reports/server/validators/dashboard'
import { toAttention } from '../transformers/attention_transformer.js'
import { actions, attention, kpis, series, unitOf } from '../services/dashboard_service.js'
import { toAction } from '../transformers/action_transformer.js'
import { toKpis } from '../transformers/kpi_transformer.js'

const DEFAULT_PERIOD = 30

export default class DashboardController {
  async attention({ session }: HttpContext) {
    return { data: toAttention(await attention(session!), session!.row.language) }
  }

  async kpis({ request, session }: HttpContext) {
    const { period = DEFAULT_PERIOD } = await request.validateUsing(periodValidator)
    return { data: toKpis(await kpis(session!, period)) }
  }

  async series({ request, session }: HttpContext) {
    const { period = DEFAULT_PERIOD } = await request.validateUsing(periodValidator)
    return { data: await series(session!, period), meta: { unit: unitOf(period) } }
  }

  async actions({ request, session }: HttpContext) {
    const { before, limit = 20 } = await request.validateUsing(actionsValidator)
    const { rows, next } = await actions(session!, limit, before)
    return { data: rows.map((row) => toAction(row, session!.row.language)), meta: { next } }
  }
}
