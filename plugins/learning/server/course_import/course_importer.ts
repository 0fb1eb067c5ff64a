import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ActivitySettings } from '../services/activity_settings.js'
import { snakeKeys } from '../services/snake_keys.js'
import { videoHosts } from '#core/kit/settings'
import { videosIn } from '../media/lesson_videos.js'
import { storeMedia } from '../media/media_store.js'
import type { PackageSource } from '../media/media_types.js'
import { type Mistake, readCourseFolder } from './course_reader.js'
import { insertReturningId } from './insert.js'
import type { ActivitySource, CourseSource, QuizSource, QuizRules } from './course_types.js'
import { renderTexts } from './markdown.js'
import type { PictureSource } from './pictures.js'
import { storePicture, storeQuestion } from './question_pool.js'

export type ReadCourse = Exclude<Awaited<ReturnType<typeof readCourseFolder>>, { mistakes: Mistake[] }>

export type ImportOutcome =
  { outcome: 'imported' | 'unchanged'; shortname: string; version: number } | { outcome: 'refused'; mistakes: Mistake[] }

/**
 * Imports a course folder for the whole platform. If it has mistakes, nothing is imported. Unchanged content changes nothing. Changed
 * content becomes a new version; people who have begun keep theirs. Needs the system's scope.
 */
export async function importCourseFolder(folder: string): Promise<ImportOutcome> {
  const read = await readCourseFolder(folder, await videoHosts())
  if ('mistakes' in read) return { outcome: 'refused', mistakes: read.mistakes }
  await storeMedia(Object.values(read.course.media), read.media, null)
  return db.transaction(async (trx) => importCourse(read, { trx, owner: null }))
}

/** The target of an import: the owner of the course (null = the platform, only in the scope across companies) and the transaction. */
export interface ImportTarget {
  trx: TransactionClientContract
  owner: number | null
}

/** Publishes a course that was read without mistakes as its owner's newest version, unless the newest version is identical. */
export async function importCourse(
  { course, pictures }: ReadCourse,
  target: ImportTarget,
): Promise<Exclude<ImportOutcome, { outcome: 'refused' }>> {
  const { trx, owner } = target
  // Serialises concurrent imports of the same course.
  await trx.rawQuery('select pg_advisory_xact_lock(hashtext(?))', [`learning.import.${owner ?? ''}.${course.shortname}`])
  const courseId = await upsertCourse(course, target)
  const latest = await trx.from('learning_course_versions').where('course_id', courseId).orderBy('number', 'desc').first()
  if (latest?.content_hash === course.contentHash) {
    return { outcome: 'unchanged', shortname: course.shortname, version: latest.number }
  }
  await storePictures(course, pictures, target)
  const number = (latest?.number ?? 0) + 1
  const versionId = await insertReturningId(trx, 'learning_course_versions', {
    company_id: owner,
    course_id: courseId,
    number,
    content_hash: course.contentHash,
    name: JSON.stringify(course.name),
    description: JSON.stringify(renderTexts(course.description, course)),
    languages: course.languages,
    duration_minutes: course.durationMinutes,
    price: course.price,
    vat_kind: course.vatKind ?? 'elearning',
    access_days: course.accessDays,
    reminder_days: JSON.stringify(course.reminderDays),
    passed_grade: course.passedGrade,
    certificate_valid_months: course.certificateValidMonths,
    adults_only: course.adultsOnly,
    picture: pictureOf(course),
    certificate_background: course.certificateBackground && course.pictures[course.certificateBackground]!.hash,
    read_past_quizzes: course.readPastQuizzes,
    published_at: new Date(),
    source: JSON.stringify(course),
  })
  await importModules(course, courseId, versionId, target)
  return { outcome: 'imported', shortname: course.shortname, version: number }
}

/** A picture that is already stored has the same content. */
export async function storePictures(
  { pictures }: Pick<CourseSource, 'pictures'>,
  contents: ReadCourse['pictures'],
  { trx, owner }: ImportTarget,
): Promise<void> {
  for (const picture of Object.values(pictures)) await storePicture({ company_id: owner }, picture, contents.get(picture.hash)!, trx)
}

const measuresOf = ({ hash, width, height }: PictureSource) => ({ hash, width, height })

function pictureOf({ picture, pictures, pictureAlt }: CourseSource): string | null {
  return picture && JSON.stringify({ ...measuresOf(pictures[picture]!), alt: pictureAlt })
}

async function upsertCourse(course: CourseSource, { trx, owner }: ImportTarget): Promise<number> {
  const row = {
    company_id: owner,
    shortname: course.shortname,
    sector: course.sector,
    type: course.type,
    status: course.status,
    is_consumer_course: course.isConsumerCourse,
    is_project_instruction: course.isProjectInstruction,
    direct_access: course.directAccess,
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

async function importModules(course: CourseSource, courseId: number, versionId: number, target: ImportTarget): Promise<void> {
  const { trx, owner } = target
  const activityIds = new Map<string, number>()
  let position = 0
  for (const [index, module] of course.modules.entries()) {
    const moduleId = await insertReturningId(trx, 'learning_modules', {
      company_id: owner,
      version_id: versionId,
      key: module.key,
      position: index + 1,
      title: JSON.stringify(module.title),
    })
    for (const activity of module.activities) {
      position += 1
      const id = await insertReturningId(trx, 'learning_activities', {
        company_id: owner,
        version_id: versionId,
        module_id: moduleId,
        key: activity.key,
        type: activity.type,
        position,
        title: JSON.stringify(activity.title),
        body: JSON.stringify(renderTexts('body' in activity ? activity.body : activity.intro, course)),
        minutes: activity.minutes,
        settings: JSON.stringify(settingsOf(activity, course)),
      })
      activityIds.set(activity.key, id)
      for (const { activity: required, condition } of activity.requires) {
        const row = { company_id: owner, activity_id: id, requires_activity_id: activityIds.get(required), condition }
        await trx.table('learning_restrictions').insert(row)
      }
      if (activity.type === 'quiz') await importQuestions(activity, course.pictures, { courseId, activityId: id }, target)
    }
  }
}

const QUIZ_RULES = [
  'questionsPerAttempt',
  'passPercentage',
  'maxAttempts',
  'daysUntilNewAttempts',
  'countsForProgress',
  'hasVideo',
  'correctAnswerVisible',
  'feedbackVisible',
  'practice',
  'lesson',
  'timeLimitMinutes',
  'validDays',
  'safeBrowser',
  'recordScreen',
  'onLocation',
  'blueprint',
] as const satisfies readonly (keyof QuizRules)[]

function settingsOf(activity: ActivitySource, course: CourseSource): ActivitySettings {
  if (activity.type === 'richtext') {
    const videos = Object.fromEntries(Object.entries(activity.body).map(([language, text]) => [language, videosIn(text, course)]))
    const has = Object.values(videos).some(({ length }) => length > 0)
    return has ? { videos, watch_videos: activity.watchVideos } : {}
  }
  if (activity.type === 'scorm') {
    const { hash, standard, items, needed } = course.media[activity.package] as PackageSource
    return { hash, standard, items, ...(needed !== undefined && { needed }) }
  }
  if (activity.type === 'external') return { url: activity.url, finished_by: activity.finishedBy }
  if (activity.type === 'evaluation') return { questions: activity.questions }
  return snakeKeys(activity, QUIZ_RULES)
}

/** Stores the questions in the course's pool; an unchanged question keeps its row. */
async function importQuestions(
  quiz: QuizSource,
  pictures: CourseSource['pictures'],
  { courseId, activityId }: { courseId: number; activityId: number },
  { trx, owner }: ImportTarget,
): Promise<void> {
  for (const [index, question] of quiz.questions.entries()) {
    const { picture: path, pictureAlt, ...rest } = question
    const picture = path ? { ...measuresOf(pictures[path]!), alt: pictureAlt } : null
    const course = { id: courseId, company_id: owner }
    const { id } = await storeQuestion(course, `${quiz.key}/${question.key}`, { ...rest, picture }, trx)
    const row = { company_id: owner, activity_id: activityId, question_id: id, position: index + 1 }
    await trx.table('learning_activity_questions').insert(row)
  }
}
