import type { HttpContext } from '@adonisjs/core/http'
import { toCsv } from '#core/contract/csv'
import { attach } from '#core/kit/lists'
import { candidateValidator } from '#plugins/exams/server/validators/exams'
import { candidateList, confirmCandidate, showCandidate } from '../services/candidates.js'
import { toCandidate } from '../transformers/exams_transformer.js'

/** Data that candidates confirm for the exam house, and the list for the house. */
export default class CandidatesController {
  async show({ params, session }: HttpContext) {
    return { data: toCandidate(await showCandidate(session!, String(params.id)), session!.row.language) }
  }

  async confirm({ params, request, session }: HttpContext) {
    await confirmCandidate(session!, String(params.id), await request.validateUsing(candidateValidator))
    return { data: toCandidate(await showCandidate(session!, String(params.id)), session!.row.language) }
  }

  async list(ctx: HttpContext) {
    const { name, header, rows } = await candidateList(ctx.session!, String(ctx.params.id), ctx.session!.row.language ?? 'nl')
    attach(ctx, { name, type: 'text/csv; charset=utf-8' })
    return ctx.response.send(toCsv(header, rows))
  }
}
