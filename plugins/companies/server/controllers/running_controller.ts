import type { HttpContext } from '@adonisjs/core/http'
import {
  changeLoginId,
  changePlugins,
  changeStatus,
  pluginsOf,
  startIsolationReport,
  startCompanyExport,
  startImpersonation,
  statusFacts,
} from '#core/kit/companies'
import { loginIdValidator, pluginsValidator, statusValidator } from '#plugins/companies/server/validators/companies'
import { toCompanyDetail } from '../transformers/company_transformer.js'

/** The plugins of a company, whether it is open, and a view of it as its own people see it. For admins. */
export default class RunningController {
  async choices({ session }: HttpContext) {
    return { data: await pluginsOf(session!, null) }
  }

  async plugins({ params, session }: HttpContext) {
    return { data: await pluginsOf(session!, String(params.id)) }
  }

  async changePlugins({ params, request, session }: HttpContext) {
    const change = await request.validateUsing(pluginsValidator)
    return { data: toCompanyDetail(await changePlugins(session!, String(params.id), change), session!) }
  }

  async loginId({ params, request, session }: HttpContext) {
    const change = await request.validateUsing(loginIdValidator)
    return { data: toCompanyDetail(await changeLoginId(session!, String(params.id), change), session!) }
  }

  async status({ params, session }: HttpContext) {
    return { data: await statusFacts(session!, String(params.id)) }
  }

  async changeStatus({ params, request, session }: HttpContext) {
    const change = await request.validateUsing(statusValidator)
    return { data: toCompanyDetail(await changeStatus(session!, String(params.id), change), session!) }
  }

  /** Exports all of it as one archive, by a task. */
  async archive({ params, response, session }: HttpContext) {
    const data = await startCompanyExport(session!, String(params.id))
    response.status(202)
    return { data }
  }

  /** Tests its isolation, by a task. */
  async isolation({ params, response, session }: HttpContext) {
    const data = await startIsolationReport(session!, String(params.id))
    response.status(202)
    return { data }
  }

  async visit({ params, session }: HttpContext) {
    return { data: await startImpersonation(session!, String(params.id)) }
  }
}
