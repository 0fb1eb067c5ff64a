import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { acrossCompanies, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { platformUrl } from '#core/kit/settings'
import { learningService } from '#plugins/learning/contract/index'
import type { QuizName } from '#plugins/learning/contract/recording'
import { configKeyOf } from './exam_settings.js'

/** The address of an exam's file, and the same address in the scheme that opens Safe Exam Browser. */
export async function fileAddress({ courseId, activityKey }: QuizName): Promise<{ file: string; open: string }> {
  const file = await platformUrl(`/api/proctoring/browsers/${courseId}/${activityKey}/exam.seb`)
  return { file, open: file.replace(/^http/, 'seb') }
}

/** An exam's Safe Exam Browser settings, for an admin. @throws AppError 404 */
export async function showExamBrowser(session: Session, quiz: QuizName) {
  return acrossCompanies(session, 'proctoring.browsers.show', async () => {
    await assertExam(quiz)
    const row: { keys: string[] } | null = await db.from('proctoring_exam_browsers').where(columns(quiz)).select('keys').first()
    return { ...(await fileAddress(quiz)), config_key: await configKeyOf(quiz), keys: row?.keys ?? [] }
  })
}

/** Stores the Browser Exam Keys of an exam; a request has to send one of them. An empty list allows every version. @throws AppError 404 */
export async function saveExamKeys(session: Session, quiz: QuizName, keys: readonly string[]): Promise<void> {
  await acrossCompanies(session, 'proctoring.browsers.save', async () => {
    await assertExam(quiz)
    await db
      .knexQuery()
      .table('proctoring_exam_browsers')
      .insert({ ...columns(quiz), keys: [...new Set(keys.map((key) => key.toLowerCase()))], updated_at: new Date() })
      .onConflict(['course_id', 'activity_key'])
      .merge(['keys', 'updated_at'])
  })
}

async function assertExam(quiz: QuizName): Promise<void> {
  if (!(await (await serviceOf(learningService))?.hasRecordedQuiz(quiz))) throw notFound()
}

const columns = ({ courseId, activityKey }: QuizName) => ({ course_id: courseId, activity_key: activityKey })
