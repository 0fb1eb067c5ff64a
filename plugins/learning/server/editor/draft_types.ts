import type {
  ActivityType,
  CourseSettings,
  EvaluationQuestionType,
  ExternalSource,
  LanguageCode,
  LocalizedText,
  QuizQuestionSource,
  QuizRules,
  RestrictionSource,
} from '../course_import/course_types.js'
import type { PictureSource } from '../course_import/pictures.js'
import type { MediaSource } from '../media/media_types.js'

// A draft in parts. It may be unfinished: numbers may be null and texts empty or missing, but its structure is always valid.

export const PART_KINDS = ['course', 'outline', 'activity', 'question', 'picture', 'media'] as const
export type PartKind = (typeof PART_KINDS)[number]

/** Numbers may still be null. */
type Unfinished<T> = { [K in keyof T]: T[K] extends number ? number | null : T[K] }

/** Settings and texts of the course itself. The shortname is stored on the course and never changes. */
export interface CoursePart extends Unfinished<Omit<CourseSettings, 'shortname' | 'languages'>> {
  languages: LanguageCode[]
  name: LocalizedText
  /** Markdown. */
  description: LocalizedText
  pictureAlt: LocalizedText
}

export interface OutlineActivity {
  key: string
  requires: RestrictionSource[]
}

/** The activities and their order. An activity that is not listed here is not part of the course, even if it has parts. */
export interface OutlinePart {
  modules: { key: string; title: LocalizedText; activities: OutlineActivity[] }[]
}

/** The rules of a quiz; `questionsPerAttempt` null = all questions. */
export type QuizPartSettings = { [K in keyof QuizRules]: QuizRules[K] extends number ? number | null : QuizRules[K] }

export interface EvaluationPartQuestion {
  key: string
  type: EvaluationQuestionType
  text: LocalizedText
  mandatory: boolean
  answers: { key: string; text: LocalizedText }[]
}

/** An activity of any type; only the fields of its own type are set. */
export interface ActivityPart {
  type: ActivityType
  title: LocalizedText
  minutes: number | null
  /** Markdown of a page, or the description of an external activity. */
  body?: LocalizedText
  /** For a page: its videos must be watched. */
  watchVideos?: boolean
  /** Plain text before the questions. */
  intro?: LocalizedText
  quiz?: QuizPartSettings
  /** For a quiz: keys of its questions, in order; each question is a separate part. */
  questions?: string[]
  /** Path of a package among the draft's media; null until there is one. */
  package?: string | null
  external?: Pick<ExternalSource, 'url' | 'finishedBy'>
  /** For an evaluation. */
  evaluation?: EvaluationPartQuestion[]
}

/** A question of a quiz; its key is the key of the part. */
export type QuestionPart = Omit<QuizQuestionSource, 'key'>

export interface PartContent {
  course: CoursePart
  outline: OutlinePart
  activity: ActivityPart
  question: QuestionPart
  picture: PictureSource
  media: MediaSource
}

/** All parts of a draft, by kind and key. */
export interface DraftParts {
  course: CoursePart
  outline: OutlinePart
  activities: ReadonlyMap<string, ActivityPart>
  /** `<activity>/<question>` → question. */
  questions: ReadonlyMap<string, QuestionPart>
  pictures: ReadonlyMap<string, PictureSource>
  /** Videos, captions and packages, by path. */
  media: ReadonlyMap<string, MediaSource>
}
