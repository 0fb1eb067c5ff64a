import type { HttpContext } from '@adonisjs/core/http'
import { today } from '#core/kit/days'
import { listPage } from '#core/kit/lists'
import { answerValidator, requestValidator } from '#plugins/exams/server/validators/requests'
import { requestList } from '../lists/requests.js'
import { answerRequest, createRequest, requestOptions, toRequest, withdrawRequest } from '../services/company_exams.js'

/** Exams at a company's own location. */
export default class RequestsController {
  async index(ctx: HttpContext) {
    return listPage(requestList, ctx, (row) => toRequest(row, ctx.session!))
  }

  async options({ session }: HttpContext) {
    return { data: await requestOptions(session!) }
  }

  async create({ request, response, session }: HttpContext) {
    const row = await createRequest(session!, today(), await request.validateUsing(requestValidator))
    response.status(201)
    return { data: toRequest(row, session!) }
  }

  async answer({ params, request, session }: HttpContext) {
    const row = await answerRequest(session!, String(params.id), await request.validateUsing(answerValidator))
    return { data: toRequest(row, session!) }
  }

  async withdraw({ params }: HttpContext) {
    await withdrawRequest(String(params.id))
    return { status: 'good' as const }
  }
}
