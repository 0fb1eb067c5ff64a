import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ActivitySettings } from '../services/activity_settings.js'
import { type Mistake, hashContent, readCourseFolder } from './course_reader.js'
import type { ActivitySource, CourseSource, QuizQuestionSource, QuizSource } from './course_types.js'
import { renderTexts } from './markdown.js'

type ReadCourse = Exclude<Awaited<ReturnType<typeof readCourseFolder>>, { mistakes: Mistake[] }>

export type ImportOutcome =
  { outcome: 'imported' | 'unchanged'; shortname: string; version: number } | { outcome: 'refused'; mistakes: Mistake[] }

/**
 * Imports a course folder for the whole platform. With mistakes nothing is
 * imported; the same content again changes nothing; other content becomes a
 * new version, while whoever began keeps theirs. Needs the system's scope.
 */
export async function importCourseFolder(folder: string): Promise<ImportOutcome> {
  const read = await readCourseFolder(folder)
  if ('mistakes' in read) return { outcome: 'refused', mistakes: read.mistakes }
  return db.transaction(async (trx) => importCourse(read, trx))
}

async function importCourse({ course, pictures }: ReadCourse, trx: TransactionClientContract): Promise<ImportOutcome> {
  // Two imports of one course at the same time come one after the other.
  await trx.rawQuery('select pg_advisory_xact_lock(hashtext(?))', [`learning.import.${course.shortname}`])
  const courseId = await upsertCourse(course, trx)
  const latest = await trx.from('learning_course_versions').where('course_id', courseId).orderBy('number', 'desc').first()
  if (latest?.content_hash === course.contentHash) {
    return { outcome: 'unchanged', shortname: course.shortname, version: latest.number }
  }
  await keepPictures(course, pictures, trx)
  const number = (latest?.number ?? 0) + 1
  const versionId = await insertReturningId(trx, 'learning_course_versions', {
    course_id: courseId,
    number,
    content_hash: course.contentHash,
    name: JSON.stringify(course.name),
    description: JSON.stringify(renderTexts(course.description, course.pictures)),
    languages: course.languages,
    duration_minutes: course.durationMinutes,
    price: course.price,
    access_days: course.accessDays,
    reminder_days: JSON.stringify(course.reminderDays),
    passed_grade: course.passedGrade,
    certificate_valid_months: course.certificateValidMonths,
    adults_only: course.adultsOnly,
    picture: pictureOf(course),
    read_past_quizzes: course.readPastQuizzes,
    published_at: new Date(),
  })
  await importModules(course, courseId, versionId, trx)
  return { outcome: 'imported', shortname: course.shortname, version: number }
}

/** A picture that is there already is the same one. */
async function keepPictures(course: CourseSource, contents: ReadCourse['pictures'], trx: TransactionClientContract): Promise<void> {
  for (const { hash, contentType } of Object.values(course.pictures)) {
    const row = { hash, content_type: contentType, content: contents.get(hash)! }
    await trx.knexQuery().table('learning_pictures').insert(row).onConflict(['company_id', 'hash']).ignore()
  }
}

function pictureOf({ picture, pictures, pictureAlt }: CourseSource): string | null {
  if (!picture) return null
  const { hash, width, height } = pictures[picture]!
  return JSON.stringify({ hash, width, height, alt: pictureAlt })
}

async function upsertCourse(course: CourseSource, trx: TransactionClientContract): Promise<number> {
  const row = {
    shortname: course.shortname,
    sector: course.sector,
    type: course.type,
    status: course.status,
    is_consumer_course: course.isConsumerCourse,
    is_project_instruction: course.isProjectInstruction,
    primary_color: course.primaryColor,
    secondary_color: course.secondaryColor,
  }
  const [{ id }] = await trx
    .knexQuery()
    .table('learning_courses')
    .insert(row)
    .onConflict(['company_id', 'shortname'])
    .merge()
    .returning('id')
  return id
}

async function importModules(course: CourseSource, courseId: number, versionId: number, trx: TransactionClientContract): Promise<void> {
  const activityIds = new Map<string, number>()
  let position = 0
  for (const [index, module] of course.modules.entries()) {
    const moduleId = await insertReturningId(trx, 'learning_modules', {
      version_id: versionId,
      key: module.key,
      position: index + 1,
      title: JSON.stringify(module.title),
    })
    for (const activity of module.activities) {
      position += 1
      const id = await insertReturningId(trx, 'learning_activities', {
        version_id: versionId,
        module_id: moduleId,
        key: activity.key,
        type: activity.type,
        position,
        title: JSON.stringify(activity.title),
        body: JSON.stringify(renderTexts('body' in activity ? activity.body : activity.intro, course.pictures)),
        minutes: activity.minutes,
        settings: JSON.stringify(settingsOf(activity)),
      })
      activityIds.set(activity.key, id)
      for (const { activity: required, condition } of activity.requires) {
        await trx.table('learning_restrictions').insert({ activity_id: id, requires_activity_id: activityIds.get(required), condition })
      }
      if (activity.type === 'quiz') await importQuestions(activity, courseId, id, trx)
    }
  }
}

function settingsOf(activity: ActivitySource): ActivitySettings {
  if (activity.type === 'richtext') return {}
  if (activity.type === 'external') return { url: activity.url, finished_by: activity.finishedBy }
  if (activity.type === 'evaluation') return { questions: activity.questions }
  return {
    questions_per_attempt: activity.questionsPerAttempt,
    pass_percentage: activity.passPercentage,
    max_attempts: activity.maxAttempts,
    days_until_new_attempts: activity.daysUntilNewAttempts,
    counts_for_progress: activity.countsForProgress,
    has_video: activity.hasVideo,
    correct_answer_visible: activity.correctAnswerVisible,
    feedback_visible: activity.feedbackVisible,
    practice: activity.practice,
    lesson: activity.lesson,
  }
}

/** Questions go into the course's pool; one that did not change keeps its row. */
async function importQuestions(quiz: QuizSource, courseId: number, activityId: number, trx: TransactionClientContract): Promise<void> {
  for (const [index, question] of quiz.questions.entries()) {
    const questionId = await upsertQuestion(quiz.key, question, courseId, trx)
    await trx.table('learning_activity_questions').insert({ activity_id: activityId, question_id: questionId, position: index + 1 })
  }
}

async function upsertQuestion(
  quizKey: string,
  question: QuizQuestionSource,
  courseId: number,
  trx: TransactionClientContract,
): Promise<number> {
  const key = `${quizKey}/${question.key}`
  const hash = hashContent(question)
  const latest = await trx.from('learning_questions').where({ course_id: courseId, key }).orderBy('revision', 'desc').first()
  if (latest?.content_hash === hash) return latest.id
  return insertReturningId(trx, 'learning_questions', {
    course_id: courseId,
    key,
    revision: (latest?.revision ?? 0) + 1,
    type: question.type,
    text: JSON.stringify(question.text),
    answers: JSON.stringify(question.answers),
    feedback_correct: JSON.stringify(question.feedbackCorrect),
    feedback_incorrect: JSON.stringify(question.feedbackIncorrect),
    lesson_key: question.lesson,
    content_hash: hash,
  })
}

async function insertReturningId(trx: TransactionClientContract, table: string, row: Record<string, unknown>): Promise<number> {
  const [inserted] = await trx.table(table).insert(row).returning('id')
  return typeof inserted === 'object' ? inserted.id : inserted
}
