import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { QuestionTypeName, TypedQuestion } from '../../question_types/index.js'
import { type Activity, activitiesOf } from './activity.js'
import type { ActivityRestriction } from './locking.js'
import { Recent } from '#core/kit/cache'

/** The picture that represents a course; its content is a row of learning_pictures. */
export interface VersionPicture {
  hash: string
  width: number
  height: number
  /** Language → alternative text. */
  alt: Record<string, string>
}

export interface VersionRow {
  id: number
  course_id: number
  name: Record<string, string>
  description: Record<string, string>
  languages: string[]
  duration_minutes: number
  access_days: number | null
  passed_grade: number
  certificate_valid_months: number | null
  published_at: Date | null
  adults_only: boolean
  read_past_quizzes: boolean
  picture: VersionPicture | null
}

/** A question in a quiz of a published version; a changed question is another row. */
export interface QuizQuestion extends TypedQuestion {
  id: number
  type: QuestionTypeName
  text: Record<string, string>
  picture: VersionPicture | null
  feedback_correct: Record<string, string>
  feedback_incorrect: Record<string, string>
  lesson_key: string | null
  /** Topics, for drawing by a blueprint. */
  tags: string[]
}

export interface ModuleRow {
  id: number
  position: number
  title: Record<string, string>
}

/** The content of a course version. Shared between requests: never change it. */
export interface VersionContent {
  version: VersionRow
  modules: readonly ModuleRow[]
  activities: readonly Activity[]
  restrictions: readonly ActivityRestriction[]
  /** Filled by questions_of_quiz.ts: quiz → the questions that it draws from. */
  readonly pools: Map<number, ReadonlyMap<number, QuizQuestion>>
}

/** Most versions are no longer in use, so the cache is bounded and drops the least recently used one. */
const kept = new Recent<number, VersionContent>(100)

/**
 * The content of a version. A published version never changes (the database enforces it: 0103_published_content), so it is read once and
 * cached; a draft is read each time. Call it with the version of a participation found in the running scope: that check is what protects a
 * company's own courses.
 */
export async function versionContent(versionId: number, trx?: TransactionClientContract): Promise<VersionContent> {
  const known = kept.get(versionId)
  if (known) return known
  const content = await read(versionId, trx ?? db.connection())
  if (content.version.published_at) kept.set(versionId, content)
  return content
}

type Client = TransactionClientContract | ReturnType<typeof db.connection>

async function read(versionId: number, client: Client): Promise<VersionContent> {
  return {
    pools: new Map(),
    version: (await client.from('learning_course_versions').where('id', versionId).firstOrFail()) as VersionRow,
    activities: await activitiesOf(versionId, client),
    modules: await client.from('learning_modules').where('version_id', versionId).orderBy('position').select('id', 'position', 'title'),
    restrictions: await client
      .from('learning_restrictions as r')
      .join('learning_activities as a', 'a.id', 'r.activity_id')
      .where('a.version_id', versionId)
      .select('r.activity_id as activityId', 'r.requires_activity_id as requiresActivityId', 'r.condition'),
  }
}

/** Clears the cache; only tests change published content. */
export function clearVersionCache(): void {
  kept.clear()
}
