import type { HttpContext } from '@adonisjs/core/http'
import { deadLetterListValidator } from '#core/jobs/validators'
import { runningBackfills } from '../../backfills/backfills.js'
import { listDeadLetters, runAgain, runAllAgain } from '../dead_letters.js'
import { waitingWork } from '../waiting_work.js'

/** Waiting and failed jobs, for admins. */
export default class DeadLettersController {
  async index({ request, session }: HttpContext) {
    return listDeadLetters(session!, await request.validateUsing(deadLetterListValidator))
  }

  async waiting({ session }: HttpContext) {
    return { data: await waitingWork(session!) }
  }

  async replays({ session }: HttpContext) {
    return { data: await runningBackfills(session!) }
  }

  async runAgain({ params, session }: HttpContext) {
    await runAgain(session!, String(params.id))
    return { status: 'good' as const }
  }

  async runAllAgain({ session }: HttpContext) {
    return { status: 'good' as const, moved: await runAllAgain(session!) }
  }
}
