import type { EvaluationQuestionSource, QuizRules } from '../course_import/course_types.js'
import type { LessonVideo, PackageItem, ScormStandard } from '../media/media_types.js'
import type { SnakeKeys } from './snake_keys.js'

/** Rules that versions which were published before there were such do not have. */
type NewerRule = 'practice' | 'lesson' | 'timeLimitMinutes' | 'validDays' | 'safeBrowser' | 'recordScreen' | 'onLocation' | 'blueprint'

/** What a quiz does, as it is stored: the rules of its source. */
export type QuizSettings = SnakeKeys<Omit<QuizRules, NewerRule>> & Partial<SnakeKeys<Pick<QuizRules, NewerRule>>>

export interface EvaluationSettings {
  questions: EvaluationQuestionSource[]
}

/** A page; most have no videos. */
export interface RichTextSettings {
  /** Language → the videos of its text, in their order. */
  videos?: Record<string, LessonVideo[]>
  /** They must be watched before the page counts as read. */
  watch_videos?: boolean
}

/** A SCORM package. */
export interface ScormSettings {
  /** Of its file. */
  hash: string
  standard: ScormStandard
  items: PackageItem[]
  /** So many of the items that count are enough; left out: all of them. */
  needed?: number
}

/** Something that is done elsewhere. */
export interface ExternalSettings {
  /** Where it is; https. Parameters `launch` and `return_url` are added when a person opens it. */
  url: string
  /** Who says that it is done: the other side by a signed return call, or a supervisor after the person reported it. */
  finished_by: 'return_call' | 'supervisor'
}

/** What an activity can be set to, by its type: see activity_types. */
export type ActivitySettings = QuizSettings | EvaluationSettings | ExternalSettings | RichTextSettings | ScormSettings
