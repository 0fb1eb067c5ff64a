import type { HttpContext } from '@adonisjs/core/http'
import { listPage } from '#core/kit/lists'
import { createPublicValidator, createValidator, statusValidator } from '#plugins/support/server/validators/questions'
import { questionList } from '../lists/questions.js'
import { sendQuestion, sendVisitorQuestion } from '../services/ask.js'
import { helpFor } from '../services/help.js'
import { setStatus, showQuestion } from '../services/questions.js'
import { markTourSeen, hasSeenTour } from '../services/tour.js'
import { toQuestion } from '../transformers/question_transformer.js'

const askerOf = ({ request }: HttpContext) => ({ ip: request.ip(), userAgent: request.header('user-agent') ?? null })

/** Questions to support, the help centre and the tour. */
export default class QuestionsController {
  async create(ctx: HttpContext) {
    await sendQuestion(ctx.session!, await ctx.request.validateUsing(createValidator), askerOf(ctx))
    return { status: 'good' as const }
  }

  async createPublic(ctx: HttpContext) {
    await sendVisitorQuestion(await ctx.request.validateUsing(createPublicValidator), askerOf(ctx))
    return { status: 'good' as const }
  }

  async index(ctx: HttpContext) {
    return listPage(questionList, ctx, toQuestion)
  }

  async show({ params, session }: HttpContext) {
    return { data: toQuestion(await showQuestion(session!, String(params.id))) }
  }

  async update({ params, request, session }: HttpContext) {
    const { status } = await request.validateUsing(statusValidator)
    return { data: toQuestion(await setStatus(session!, String(params.id), status)) }
  }

  async help({ session }: HttpContext) {
    return { data: helpFor(session!) }
  }

  async tour({ session }: HttpContext) {
    return { data: { seen: await hasSeenTour(session!) } }
  }

  async tourSeen({ session }: HttpContext) {
    await markTourSeen(session!)
    return { status: 'good' as const }
  }
}
