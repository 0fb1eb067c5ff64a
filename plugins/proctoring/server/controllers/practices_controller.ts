import type { HttpContext } from '@adonisjs/core/http'
import { practiceValidator } from '#plugins/proctoring/server/validators/proctoring'
import { finishPractice, practiceOf } from '../services/practice.js'
import { toPractice } from '../transformers/practice_transformer.js'

/** A participant's practice run of a recorded quiz. */
export default class PracticesController {
  async show({ session, params }: HttpContext) {
    const practice = await practiceOf(session!, Number(params.participation), Number(params.activity))
    return { data: toPractice(practice, session!.row.language) }
  }

  async finish({ session, params, request }: HttpContext) {
    await practiceOf(session!, Number(params.participation), Number(params.activity))
    await request.validateUsing(practiceValidator)
    const at = await finishPractice(session!, Number(params.participation), Number(params.activity))
    return { data: { done_at: at.toISOString() } }
  }
}
