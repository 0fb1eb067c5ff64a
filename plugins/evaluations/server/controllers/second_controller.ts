import type { HttpContext } from '@adonisjs/core/http'
import { secondValidator, weeksValidator } from '#plugins/evaluations/server/validators/evaluations'
import { setWeeks } from '../services/later.js'
import { answerSecond, openSecond } from '../services/second.js'

/** Second evaluations, weeks after a course. */
export default class SecondController {
  async index({ session }: HttpContext) {
    return { data: await openSecond(session!) }
  }

  async answer({ params, request, session }: HttpContext) {
    await answerSecond(session!, String(params.id), await request.validateUsing(secondValidator))
    return { status: 'good' as const }
  }

  async weeks({ request, session }: HttpContext) {
    const { course, weeks } = await request.validateUsing(weeksValidator)
    await setWeeks(session!, course, weeks)
    return { data: { course, weeks } }
  }
}
