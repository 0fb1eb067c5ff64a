import type { HttpContext } from '@adonisjs/core/http'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import type { QuizName } from '#plugins/learning/contract/recording'
import { examKeysValidator, examNameValidator } from '#plugins/proctoring/server/validators/proctoring'
import { saveExamKeys, showExamBrowser } from '../services/safe_browser/exam_browsers.js'
import { sebFile } from '../services/safe_browser/exam_settings.js'

/** Safe Exam Browser: an exam's file, the redirect from its start address, and the keys that an admin enters. */
export default class ExamBrowsersController {
  /** Public: Safe Exam Browser fetches the file without a session, and the file contains no personal data. */
  async file({ params, response }: HttpContext) {
    const xml = await sebFile(await nameOf(params))
    response.header('Content-Type', 'application/seb').header('Content-Disposition', 'attachment; filename="examen.seb"')
    response.send(xml)
  }

  async start({ session, params }: HttpContext) {
    const learning = (await serviceOf(learningService))!
    const { participationId, activityId } = await learning.findRecordedQuiz(session!.membershipId!, await nameOf(params))
    return { data: { participation: participationId, activity: activityId } }
  }

  async show({ session, params }: HttpContext) {
    return { data: await showExamBrowser(session!, await nameOf(params)) }
  }

  async save({ session, params, request }: HttpContext) {
    const name = await nameOf(params)
    const { keys } = await request.validateUsing(examKeysValidator)
    await saveExamKeys(session!, name, keys)
    return { status: 'good' as const }
  }
}

async function nameOf(params: Record<string, unknown>): Promise<QuizName> {
  const { course, activity } = await examNameValidator.validate({ course: params.course, activity: params.activity })
  return { courseId: course, activityKey: activity }
}
