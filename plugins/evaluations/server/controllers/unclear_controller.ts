import type { HttpContext } from '@adonisjs/core/http'
import { resolveValidator, unclearValidator } from '#plugins/evaluations/server/validators/evaluations'
import { reportUnclear, resolveUnclear, unclearLessons } from '../services/unclear.js'

/** Reports that a lesson is unclear. */
export default class UnclearController {
  async index({ session }: HttpContext) {
    return { data: await unclearLessons(session!) }
  }

  async report({ request, response, session }: HttpContext) {
    const { participation, activity, remark } = await request.validateUsing(unclearValidator)
    await reportUnclear(session!, participation, activity, remark)
    response.status(201)
    return { status: 'good' as const }
  }

  async resolve({ request, session }: HttpContext) {
    await resolveUnclear(session!, await request.validateUsing(resolveValidator))
    return { status: 'good' as const }
  }
}
