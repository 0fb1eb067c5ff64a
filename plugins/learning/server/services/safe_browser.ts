import type { HttpContext } from '@adonisjs/core/http'
import { conflict } from '#core/contract/errors'
import { serviceOf } from '#core/kit/services'
import { type BrowserProof, attemptRecording } from '../../contract/recording.js'
import type { Activity } from './activity.js'
import type { QuizSettings } from './activity_settings.js'
import { versionContent } from './version_content.js'

/** The parts of a request that show which browser sent it. */
export const proofOf = ({ request }: HttpContext): BrowserProof => ({ path: request.url(true), headers: request.headers() })

/**
 * Refuses a request of an attempt from another browser than its quiz requires. Does nothing when any browser is allowed.
 * @throws AppError 409 safe_browser_required, with the participation and the quiz; recording_unavailable
 */
export async function assertBrowser(quiz: Activity, participationId: number, proof: BrowserProof): Promise<void> {
  if (!(quiz.settings as QuizSettings).safe_browser) return
  const recording = await serviceOf(attemptRecording)
  if (!recording) throw conflict('recording_unavailable')
  const { version } = await versionContent(quiz.versionId)
  await recording.assertBrowser({ courseId: version.course_id, activityKey: quiz.key }, { participationId, activityId: quiz.id }, proof)
}
