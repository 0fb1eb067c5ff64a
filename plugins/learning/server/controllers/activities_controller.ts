import type { HttpContext } from '@adonisjs/core/http'
import {
  confirmValidator,
  evaluationValidator,
  returnCallValidator,
  timeValidator,
  watchedValidator,
} from '#plugins/learning/server/validators/learning'
import { answerEvaluation, complete, open } from '../services/activity_service.js'
import { confirm, launch, report } from '../services/external_work.js'
import { finishBySignedCall } from '../services/external_return.js'
import { countAttempts, listAttempts } from '../services/own_attempts.js'
import { loadContent, openActivity } from '../services/course_content.js'
import { kindOf } from '../../activity_types/index.js'
import { packageWorkOf } from '../scorm/package_work.js'
import { viewsOf } from '../services/video_views.js'
import { reportWatched } from '../services/watching.js'
import { addReadingTime } from '../services/reading_time.js'
import { finishOverdue } from '../services/submit_attempt.js'
import { findOwn } from '../services/participation_service.js'
import { type ActivityPage, toActivity } from '../transformers/course_transformer.js'

/** The steps of a course, one at a time. */
export default class ActivitiesController {
  async show(context: HttpContext): Promise<{ data: ActivityPage }> {
    const { session, params } = context
    const participation = await findOwn(session!, params.participation)
    const content = await loadContent(participation)
    const { activity, status } = openActivity(content, Number(params.activity))
    const index = content.activities.indexOf(activity)
    const past = await listAttempts(participation, activity)
    const overdue = past.find(({ status, ends_at: end }) => status === 'busy' && end && end <= new Date())
    if (overdue) {
      await finishOverdue(overdue.id)
      return this.show(context)
    }
    return {
      data: toActivity({
        activity,
        status,
        language: participation.language,
        attempts: await countAttempts(participation, activity),
        past,
        participation: participation.id,
        views: kindOf(activity).isReading ? await viewsOf(participation, activity) : [],
        packageWork: kindOf(activity).finishedBy === 'package' ? await packageWorkOf(participation, activity) : null,
        previous: content.activities[index - 1] ?? null,
        next: content.activities[index + 1] ?? null,
      }),
    }
  }

  async open({ session, params }: HttpContext) {
    await open(session!, params.participation, Number(params.activity))
    return { status: 'good' as const }
  }

  async complete({ session, params }: HttpContext) {
    await complete(session!, params.participation, Number(params.activity))
    return { status: 'good' as const }
  }

  /** Seconds of actual reading time. */
  async time({ session, params, request }: HttpContext) {
    const { seconds } = await request.validateUsing(timeValidator)
    await addReadingTime(session!, Number(params.participation), Number(params.activity), seconds)
    return { status: 'good' as const }
  }

  /** The watched parts of a video. */
  async watched({ session, params, request }: HttpContext) {
    const report = await request.validateUsing(watchedValidator)
    const parts = report.parts.map(([from, to]) => [from!, to!] as const)
    const video = String(params.video)
    return { data: await reportWatched(session!, params.participation, Number(params.activity), video, { ...report, parts }) }
  }

  async evaluation({ session, params, request }: HttpContext) {
    const { answers } = await request.validateUsing(evaluationValidator)
    await answerEvaluation(session!, params.participation, Number(params.activity), answers)
    return { status: 'good' as const }
  }

  async launch({ session, params }: HttpContext) {
    return { data: { address: await launch(session!, params.participation, Number(params.activity)) } }
  }

  async report({ session, params }: HttpContext) {
    await report(session!, params.participation, Number(params.activity))
    return { status: 'good' as const }
  }

  /** A supervisor confirms that an external activity was done. */
  async confirm({ session, params, request }: HttpContext) {
    const { note } = await request.validateUsing(confirmValidator)
    await confirm(session!, Number(params.participation), Number(params.activity), note)
    return { status: 'good' as const }
  }

  /** A signed call from the server of another system, without a session. */
  async finished({ request }: HttpContext) {
    const { token } = await request.validateUsing(returnCallValidator)
    await finishBySignedCall(token)
    return { status: 'good' as const }
  }
}
