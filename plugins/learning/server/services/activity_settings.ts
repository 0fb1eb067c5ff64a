import type { EvaluationQuestionSource, QuizRules } from '../course_import/course_types.js'
import type { LessonVideo, PackageItem, ScormStandard } from '../media/media_types.js'
import type { SnakeKeys } from './snake_keys.js'

/** Rules that are missing in versions published before these rules existed. */
type NewerRule = 'practice' | 'lesson' | 'timeLimitMinutes' | 'validDays' | 'safeBrowser' | 'recordScreen' | 'onLocation' | 'blueprint'

/** The rules of a quiz as stored, from its source. */
export type QuizSettings = SnakeKeys<Omit<QuizRules, NewerRule>> & Partial<SnakeKeys<Pick<QuizRules, NewerRule>>>

export interface EvaluationSettings {
  questions: EvaluationQuestionSource[]
}

/** Settings of a page; most pages have no videos. */
export interface RichTextSettings {
  /** Language → the videos of its text, in order. */
  videos?: Record<string, LessonVideo[]>
  /** They must be watched before the page counts as read. */
  watch_videos?: boolean
}

/** A SCORM package. */
export interface ScormSettings {
  /** Hash of its file. */
  hash: string
  standard: ScormStandard
  items: PackageItem[]
  /** The number of counting items that is enough; left out: all of them. */
  needed?: number
}

/** An activity that is done on another site. */
export interface ExternalSettings {
  /** Its https address. The parameters `launch` and `return_url` are added when a person opens it. */
  url: string
  /** Who marks it as done: the other system by a signed return call, or a supervisor after the person reported it. */
  finished_by: 'return_call' | 'supervisor'
}

/** The settings of an activity, by its type: see activity_types. */
export type ActivitySettings = QuizSettings | EvaluationSettings | ExternalSettings | RichTextSettings | ScormSettings
