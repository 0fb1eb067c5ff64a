import db from '@adonisjs/lucid/services/db'
import type { LearningDemo } from '../../contract/demo.js'
import { kindOf } from '../../activity_types/index.js'
import { questionType } from '../../question_types/index.js'
import Attempt from '../models/attempt.js'
import { complete, open } from '../services/activity_service.js'
import { answerKey } from '../services/answer_keys.js'
import { startAttempt } from '../services/attempt_service.js'
import { chooseLanguage, findOwn, register } from '../services/participation_service.js'
import { questionsOfAttempt } from '../services/questions_of_quiz.js'
import { saveAnswer } from '../services/save_answer.js'
import { submitAttempt } from '../services/submit_attempt.js'
import { versionContent } from '../services/version_content.js'

/** The demo only takes quizzes that allow any browser. */
const NO_BROWSER = { path: '', headers: {} }

/** See LearningDemo. */
export const demo: LearningDemo = {
  async importPlatformCourse(folder) {
    const { importCourseFolder } = await import('../course_import/course_importer.js')
    const outcome = await importCourseFolder(folder)
    if (outcome.outcome === 'refused') throw new Error(`${folder}: ${outcome.mistakes[0]!.message}`)
    return (await db.from('learning_courses').where('shortname', outcome.shortname).whereNull('company_id').select('id').firstOrFail()).id
  },
  async takeCourse(membershipId, courseId, beforeQuiz, duringQuiz) {
    const owner = { membershipId }
    const id = await register(membershipId, courseId, 'assigned')
    const { versionId } = await findOwn(owner, id)
    const { version, activities } = await versionContent(versionId)
    const language = version.languages[0]!
    await chooseLanguage(owner, id, language)
    for (const activity of activities) {
      const { finishedBy } = kindOf(activity)
      if (finishedBy === 'reading') {
        await open(owner, id, activity.id)
        await complete(owner, id, activity.id)
      }
      if (finishedBy !== 'attempts') continue
      await beforeQuiz(id, activity.id)
      const attemptId = await startAttempt(owner, id, activity.id, { onPhone: false, proof: NO_BROWSER })
      for (const question of await questionsOfAttempt(await Attempt.findOrFail(attemptId), activity)) {
        const type = questionType(question.type)
        const name = (key: string) => answerKey(attemptId, question.question_id, key)
        await saveAnswer(owner, attemptId, question.question_id, type.shown(type.example(question, language), name), NO_BROWSER)
      }
      await duringQuiz(attemptId)
      await submitAttempt(owner, attemptId, NO_BROWSER)
    }
  },
}
