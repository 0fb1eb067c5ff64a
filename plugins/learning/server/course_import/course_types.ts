import type { CourseType, Sector, VatKind } from '../../contract/offers.js'
import { QUESTION_TYPES } from '../../question_types/index.js'
import type { QuestionContent, StoredAnswer } from '../../question_types/types.js'
import type { MediaSource } from '../media/media_types.js'
import type { PictureSource } from './pictures.js'

/**
 * The types of a course as it is read from a folder. Plain data: no database and no framework.
 * The folder format is described in docs/course-format.md.
 */

/** A two-letter lower-case language code, such as `nl` or `en`. */
export type LanguageCode = string

/** One text in every language of the course. Every language in `CourseSource.languages` is present. */
export type LocalizedText = Record<LanguageCode, string>

export { COURSE_TYPES, SECTORS, VAT_KINDS, type CourseType, type Sector } from '../../contract/offers.js'
export const COURSE_STATUSES = ['building', 'available'] as const
export const ACTIVITY_TYPES = ['richtext', 'quiz', 'evaluation', 'external', 'scorm'] as const
export const CONDITIONS = ['opened', 'passed', 'completed'] as const
export const QUIZ_QUESTION_TYPES = QUESTION_TYPES
/** Who can mark an external activity as done: the other system by a signed call, or a supervisor. */
export const EXTERNAL_FINISHERS = ['return_call', 'supervisor'] as const
export const EVALUATION_QUESTION_TYPES = ['scale', 'choice', 'open'] as const

/** Kinds of highlighted blocks in a text: `:::danger` … `:::`. */
export const CALLOUTS = ['danger', 'caution', 'tip'] as const

export type CourseStatus = (typeof COURSE_STATUSES)[number]
export type ActivityType = (typeof ACTIVITY_TYPES)[number]
export type RestrictionCondition = (typeof CONDITIONS)[number]
export type QuizQuestionType = (typeof QUIZ_QUESTION_TYPES)[number]
export type EvaluationQuestionType = (typeof EVALUATION_QUESTION_TYPES)[number]

/** Something in the folder that must be corrected before the course can be imported. */
export interface Mistake {
  /** Path relative to the course folder, always with `/`; `.` is the folder itself. */
  file: string
  /** Line in the file, counted from 1 (front matter included). */
  line: number
  /** Stable code from docs/course-format.md, such as `key_unknown`. */
  code: string
  /** The problem in one English sentence, for the author. */
  message: string
}

/** Another activity, earlier in the course, that must have reached a condition first. */
export interface RestrictionSource {
  activity: string
  condition: RestrictionCondition
}

/** Fields of every activity. */
export interface ActivityBase {
  /** Unique in the course; also the file's name. Stable: an import recognises the activity by it. */
  key: string
  title: LocalizedText
  /** Estimated working time in whole minutes. */
  minutes: number
  /** Extra restrictions, next to the normal order of the course. Empty when there are none. */
  requires: RestrictionSource[]
}

export interface RichTextSource extends ActivityBase {
  type: 'richtext'
  /** Markdown, not rendered. Holds no raw HTML. */
  body: LocalizedText
  /** Its videos must be watched before it counts as read. */
  watchVideos: boolean
}

export interface QuizQuestionSource {
  key: string
  type: QuizQuestionType
  text: LocalizedText
  /** Their content depends on the type (question_types/types.ts). */
  answers: StoredAnswer[]
  content: QuestionContent
  /** Path of a picture such as `pictures/harness.svg`; null without one. */
  picture: string | null
  /** Alternative text of the picture; empty without one. */
  pictureAlt: LocalizedText
  /** For searching and drawing; never shown to participants. */
  tags: string[]
  /** Shown after a right answer; empty string when the author gave none. */
  feedbackCorrect: LocalizedText
  /** Shown after a wrong answer; empty string when the author gave none. */
  feedbackIncorrect: LocalizedText
  /** Key of the lesson that explains it; null = the lesson of the quiz. */
  lesson: string | null
}

/** The number of questions with this tag in each attempt. */
export interface BlueprintPart {
  topic: string
  questions: number
}

/** The rules of a quiz (specification, section 3). Stored under the same names in snake_case: services/activity_settings.ts. */
export interface QuizRules {
  /** Questions drawn for one attempt. Never more than there are questions. */
  questionsPerAttempt: number
  /** Percentage needed to pass, 0 to 100. */
  passPercentage: number
  /** Number of attempts; null = unlimited. */
  maxAttempts: number | null
  /** Days after the last attempt until new attempts are given; 0 = never automatically. */
  daysUntilNewAttempts: number
  countsForProgress: boolean
  hasVideo: boolean
  correctAnswerVisible: boolean
  feedbackVisible: boolean
  /** Each answer is checked at once, with feedback. */
  practice: boolean
  /** Key of the lesson for questions that have none of their own; null = none. */
  lesson: string | null
  /** Time limit of an attempt in minutes; null = no limit. */
  timeLimitMinutes: number | null
  /** Days that a pass stays valid while the course is in progress; left out = for the whole course. */
  validDays?: number | null
  /** A recorded quiz must be taken in Safe Exam Browser; left out when any browser is allowed. */
  safeBrowser?: boolean
  /** A recorded quiz also records the screen; left out when the camera is enough. */
  recordScreen?: boolean
  /** The quiz is taken at an exam moment: an attempt begins once the examiner has started it for the person. Left out for other quizzes. */
  onLocation?: boolean
  /** The number of questions per topic in an attempt; left out when questions are drawn from all topics. */
  blueprint?: BlueprintPart[]
}

export interface QuizSource extends ActivityBase, QuizRules {
  type: 'quiz'
  intro: LocalizedText
  questions: QuizQuestionSource[]
}

export interface EvaluationQuestionSource {
  key: string
  /** `scale` is 1 to 5, `choice` is one of `answers`, `open` is free text. */
  type: EvaluationQuestionType
  text: LocalizedText
  mandatory: boolean
  /** Only filled for `choice`. */
  answers: { key: string; text: LocalizedText }[]
}

export interface EvaluationSource extends ActivityBase {
  type: 'evaluation'
  intro: LocalizedText
  questions: EvaluationQuestionSource[]
}

export interface ExternalSource extends ActivityBase {
  type: 'external'
  /** Markdown: what the activity is and what to do there. */
  body: LocalizedText
  /** Its https address. */
  url: string
  /** Who marks it as done. */
  finishedBy: (typeof EXTERNAL_FINISHERS)[number]
}

export interface ScormSource extends ActivityBase {
  type: 'scorm'
  /** Markdown: a description. */
  body: LocalizedText
  /** Path of the package, `packages/name.zip`. */
  package: string
}

export type ActivitySource = RichTextSource | QuizSource | EvaluationSource | ExternalSource | ScormSource

export interface ModuleSource {
  key: string
  title: LocalizedText
  activities: ActivitySource[]
}

/** The settings of a course: everything in `course.md` apart from the modules. */
export interface CourseSettings {
  /** Equal to the folder's name. */
  shortname: string
  sector: Sector
  type: CourseType
  status: CourseStatus
  durationMinutes: number
  /** Whole euros, excluding VAT. */
  price: number
  /** The VAT treatment; left out: e-learning. */
  vatKind?: VatKind
  /** Days of access, counted from the moment the participant picks a language. */
  accessDays: number
  /** Days until each reminder mail; null = no such reminder. */
  reminderDays: { notOpened: number | null; notDone: number | null; beforeExpiry: number | null }
  /** Grade needed to pass the course, 0 to 100. */
  passedGrade: number
  /** Months the certificate is valid; null = no end date. */
  certificateValidMonths: number | null
  isConsumerCourse: boolean
  isProjectInstruction: boolean
  /** People can start it through direct access, without a supervisor assigning it. */
  directAccess: boolean
  adultsOnly: boolean
  /** `#rrggbb`, lower case; null = the tenant's own colour. */
  primaryColor: string | null
  secondaryColor: string | null
  /** Texts are not locked by an earlier quiz. */
  readPastQuizzes: boolean
  /** Path of the picture that represents the course, such as `pictures/cover.svg`. */
  picture: string | null
  /** Path of the PNG or JPEG behind the text of its certificate; null = none. */
  certificateBackground: string | null
  languages: LanguageCode[]
}

/** A whole course without mistakes. */
export interface CourseSource extends CourseSettings {
  name: LocalizedText
  /** Markdown. */
  description: LocalizedText
  /** Alternative text of the course's picture; empty without one. */
  pictureAlt: LocalizedText
  modules: ModuleSource[]
  /** Path → facts of every picture that the course uses. */
  pictures: Record<string, PictureSource>
  /** Path → facts of its videos, captions and packages. */
  media: Record<string, MediaSource>
  /** sha256 (hex) of the canonical JSON of all the above: equal hash = equal content. */
  contentHash: string
}
