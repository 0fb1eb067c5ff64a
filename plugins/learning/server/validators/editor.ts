import { CONTENT_LANGUAGES } from '#core/contract/languages'
import vine from '#core/kit/validation'
import {
  ACTIVITY_TYPES,
  CONDITIONS,
  COURSE_STATUSES,
  COURSE_TYPES,
  EVALUATION_QUESTION_TYPES,
  EXTERNAL_FINISHERS,
  QUIZ_QUESTION_TYPES,
  SECTORS,
  VAT_KINDS,
} from '../course_import/course_types.js'
import { KEY_PATTERN } from '../course_import/yaml_fields.js'
import { PACKAGE_PATH } from '../media/media_types.js'
import { PHOTO_PATH, PICTURE_PATH } from '../course_import/picture_references.js'

// Only validates shapes: a draft may be unfinished. The reader of course folders validates the content (course_check.ts).

const key = () => vine.string().maxLength(100).regex(KEY_PATTERN)
const language = () => vine.string().regex(/^[a-z]{2}$/)
const languages = () => vine.array(language()).minLength(1).maxLength(CONTENT_LANGUAGES.length).distinct()
const texts = (max: number) =>
  vine.record(vine.string().maxLength(max)).validateKeys((names, field) => {
    if (names.some((name) => !/^[a-z]{2}$/.test(name))) field.report('No language', 'language_invalid', field)
  })
const count = () => vine.number().withoutDecimals().range([0, 1_000_000]).nullable()
const answers = () => vine.array(vine.object({ key: key(), text: texts(2000) })).maxLength(50)

export const newCourseValidator = vine.create({
  shortname: key(),
  name: vine.line(200),
  sector: vine.enum(SECTORS),
  type: vine.enum(COURSE_TYPES),
  languages: languages(),
})

export const duplicateValidator = vine.create({ shortname: key() })

export const publishValidator = vine.create({
  /** Number of the version that the person saw as the newest. */
  past: vine.number().withoutDecimals().positive().nullable(),
})

/** The course language of a file with questions; by default the course's first language. */
export const poolFileValidator = vine.create({ language: language().optional(), simpler: vine.queryBoolean().optional() })

export const takeValidator = vine.create({
  /** Key of the quiz that the questions are copied to. */
  quiz: key(),
  keys: vine.array(vine.string().maxLength(220)).minLength(1).maxLength(100).distinct(),
})

export const previewValidator = vine.create({ language: language(), text: vine.string().maxLength(500_000) })

export const partValidator = vine.create({
  kind: vine.enum(['course', 'outline', 'activity', 'question'] as const),
  key: vine.string().maxLength(220),
  revision: vine.number().withoutDecimals().range([0, 2_000_000_000]),
  content: vine.object({}).allowUnknownProperties(),
})

/** The format of part keys, by kind. */
export const PART_KEYS = {
  course: /^$/,
  outline: /^$/,
  activity: KEY_PATTERN,
  question: /^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/,
} as const

const course = vine.create({
  sector: vine.enum(SECTORS),
  type: vine.enum(COURSE_TYPES),
  status: vine.enum(COURSE_STATUSES),
  durationMinutes: count(),
  price: count(),
  vatKind: vine.enum(VAT_KINDS).optional(),
  accessDays: count(),
  reminderDays: vine.object({ notOpened: count(), notDone: count(), beforeExpiry: count() }),
  passedGrade: count(),
  certificateValidMonths: count(),
  isConsumerCourse: vine.boolean(),
  isProjectInstruction: vine.boolean(),
  directAccess: vine.boolean(),
  adultsOnly: vine.boolean(),
  primaryColor: vine.string().maxLength(20).nullable(),
  secondaryColor: vine.string().maxLength(20).nullable(),
  readPastQuizzes: vine.boolean(),
  picture: vine.string().regex(PICTURE_PATH).nullable(),
  certificateBackground: vine.string().regex(PHOTO_PATH).nullable(),
  languages: languages(),
  name: texts(200),
  description: texts(100_000),
  pictureAlt: texts(500),
})

const outline = vine.create({
  modules: vine
    .array(
      vine.object({
        key: key(),
        title: texts(200),
        activities: vine
          .array(
            vine.object({
              key: key(),
              requires: vine.array(vine.object({ activity: key(), condition: vine.enum(CONDITIONS) })).maxLength(50),
            }),
          )
          .maxLength(300),
      }),
    )
    .maxLength(100),
})

const quiz = vine.object({
  questionsPerAttempt: count(),
  passPercentage: count(),
  maxAttempts: count(),
  daysUntilNewAttempts: count(),
  countsForProgress: vine.boolean(),
  hasVideo: vine.boolean(),
  correctAnswerVisible: vine.boolean(),
  feedbackVisible: vine.boolean(),
  practice: vine.boolean(),
  lesson: key().nullable(),
  timeLimitMinutes: count(),
  // Missing in drafts from before this rule existed.
  validDays: count().optional(),
  safeBrowser: vine.boolean().optional(),
  recordScreen: vine.boolean().optional(),
  onLocation: vine.boolean().optional(),
  blueprint: vine
    .array(vine.object({ topic: vine.string().maxLength(200), questions: vine.number().withoutDecimals().range([0, 1000]) }))
    .maxLength(100)
    .optional(),
})

const activity = vine.create({
  type: vine.enum(ACTIVITY_TYPES),
  title: texts(200),
  minutes: count(),
  body: texts(200_000).optional(),
  watchVideos: vine.boolean().optional(),
  package: vine.string().regex(PACKAGE_PATH).nullable().optional(),
  intro: texts(20_000).optional(),
  quiz: quiz.optional(),
  external: vine.object({ url: vine.string().maxLength(2000), finishedBy: vine.enum(EXTERNAL_FINISHERS) }).optional(),
  questions: vine.array(key()).maxLength(1000).distinct().optional(),
  evaluation: vine
    .array(
      vine.object({
        key: key(),
        type: vine.enum(EVALUATION_QUESTION_TYPES),
        text: texts(2000),
        mandatory: vine.boolean(),
        answers: answers(),
      }),
    )
    .maxLength(200)
    .optional(),
})

const side = () => vine.number().range([-1000, 1000])
const picture = () => vine.string().regex(PICTURE_PATH).nullable()
const words = (max: number, most: number) => vine.array(vine.string().maxLength(max)).maxLength(most)

const question = vine.create({
  type: vine.enum(QUIZ_QUESTION_TYPES),
  text: texts(5000),
  answers: vine
    .array(
      vine.object({
        key: key(),
        text: texts(2000),
        correct: vine.boolean(),
        area: vine.object({ x: side(), y: side(), width: side(), height: side() }).optional(),
      }),
    )
    .maxLength(50),
  // The content of each type besides its answers (question_types/types.ts).
  content: vine.object({
    options: vine
      .array(vine.object({ key: key(), text: texts(2000) }))
      .maxLength(50)
      .optional(),
    accepted: vine
      .record(words(500, 50))
      .validateKeys((names, field) => {
        if (names.some((name) => !/^[a-z]{2}$/.test(name))) field.report('No language', 'language_invalid', field)
      })
      .optional(),
    case_sensitive: vine.boolean().optional(),
    ranges: vine
      .array(vine.object({ value: vine.number().nullable(), tolerance: vine.number().nullable() }))
      .maxLength(50)
      .optional(),
    unit: texts(50).optional(),
  }),
  picture: picture(),
  pictureAlt: texts(500),
  tags: words(50, 20),
  feedbackCorrect: texts(5000),
  feedbackIncorrect: texts(5000),
  lesson: key().nullable(),
})

/** Whether a preview shows what changes if a lower grade counts too. */
export const withdrawalPreviewValidator = vine.create({ also_fails: vine.queryBoolean().optional() })

/** Withdrawing a question. Participants read the reason. */
export const withdrawValidator = vine.create({ reason: vine.line(500).minLength(10), also_fails: vine.boolean() })

/** A tag of the pool. */
export const tagInput = vine.create({ tag: vine.line(50).minLength(1) })

export const CONTENT_VALIDATORS = { course, outline, activity, question } as const
