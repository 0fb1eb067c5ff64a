import { type ReadTopic, readBlueprint } from './blueprint.js'
import { isScalar } from 'yaml'
import {
  ACTIVITY_TYPES,
  CONDITIONS,
  COURSE_STATUSES,
  COURSE_TYPES,
  SECTORS,
  VAT_KINDS,
  type ActivityType,
  EXTERNAL_FINISHERS,
  type CourseSettings,
  type ExternalSource,
  type QuizRules,
  type RestrictionSource,
} from './course_types.js'
import { PACKAGE_PATH } from '../media/media_types.js'
import { Fields, rememberKey } from './yaml_fields.js'
import type { ParsedFile } from './source_file.js'

const COURSE_KEYS = [
  'shortname',
  'sector',
  'type',
  'status',
  'duration_minutes',
  'price',
  'vat',
  'access_days',
  'reminder_days',
  'passed_grade',
  'certificate_valid_months',
  'is_consumer_course',
  'is_project_instruction',
  'direct_access',
  'adults_only',
  'primary_color',
  'secondary_color',
  'read_past_quizzes',
  'picture',
  'certificate_background',
  'languages',
  'modules',
] as const
const BASE_KEYS = ['key', 'type', 'minutes', 'requires'] as const
const QUIZ_KEYS = [
  'questions_per_attempt',
  'pass_percentage',
  'max_attempts',
  'days_until_new_attempts',
  'counts_for_progress',
  'has_video',
  'correct_answer_visible',
  'feedback_visible',
  'practice',
  'lesson',
  'time_limit_minutes',
  'valid_days',
  'safe_browser',
  'record_screen',
  'on_location',
  'blueprint',
] as const
const RICHTEXT_KEYS = ['watch_videos'] as const
const SCORM_KEYS = ['package'] as const
const EXTERNAL_KEYS = ['url', 'finished_by'] as const
/** Reserved names in a language folder; an activity's file would collide with them. */
const RESERVED_KEYS = ['course']
const MAX_DAYS = 3650

/** Quiz settings before the number of questions is known: null = all of them. */
export type QuizSettingsDraft = Omit<QuizRules, 'questionsPerAttempt' | 'blueprint'> & {
  /** Empty without a blueprint. */
  topics: ReadTopic[]
  questionsPerAttempt: number | null
  /** Line used to report mistakes about questions_per_attempt. */
  questionsPerAttemptLine: number
  passPercentageLine: number
  lessonLine: number
}

export interface ActivityDraft {
  key: string
  type: ActivityType
  minutes: number
  requires: RestrictionSource[]
  quiz: QuizSettingsDraft | null
  external: Pick<ExternalSource, 'url' | 'finishedBy'> | null
  /** For a page. */
  watchVideos: boolean
  /** Path of a package; null for another type, and when the path is wrong. */
  package: string | null
}

export interface ModuleDraft {
  key: string
  activities: ActivityDraft[]
}

/** The structure in course.md, without any text. Fields with a mistake hold a harmless value. */
export interface CourseDraft {
  settings: CourseSettings
  modules: ModuleDraft[]
}

/** Reads the front matter of course.md. `folderName` must be equal to the shortname. */
export function readStructure(parsed: ParsedFile, folderName: string): CourseDraft {
  const fields = new Fields(parsed.file, parsed.root, COURSE_KEYS)
  const draft = { settings: readSettings(fields, folderName), modules: readModules(fields) }
  checkPassPercentages(parsed, draft)
  const lessons = lessonsOf(draft)
  for (const { quiz } of draft.modules.flatMap(({ activities }) => activities)) {
    if (quiz?.lesson) checkLesson(lessons, quiz.lesson, (...mistake) => parsed.file.report(quiz.lessonLine, ...mistake))
  }
  return draft
}

/** Keys of the course's pages, which a quiz or question may refer to as the lesson that explains it. */
export function lessonsOf({ modules }: Pick<CourseDraft, 'modules'>): ReadonlySet<string> {
  return new Set(modules.flatMap(({ activities }) => activities.flatMap(({ type, key }) => (type === 'richtext' ? key : []))))
}

/** Reports `lesson_unknown` for a lesson that is not a page of the course. */
export function checkLesson(lessons: ReadonlySet<string>, lesson: string, report: (code: string, message: string) => void): void {
  if (!lessons.has(lesson)) report('lesson_unknown', `There is no richtext activity '${lesson}'.`)
}

/** Passing every quiz must be enough for the course: a passed quiz cannot be taken again for a better grade. */
function checkPassPercentages(parsed: ParsedFile, { settings, modules }: CourseDraft): void {
  for (const { key, quiz } of modules.flatMap(({ activities }) => activities)) {
    // 0 means that the percentage has a mistake, which was already reported.
    if (!quiz?.countsForProgress || quiz.practice || !quiz.passPercentage || quiz.passPercentage >= settings.passedGrade) continue
    const message = `'${key}' is passed with ${quiz.passPercentage}%, but the course asks for ${settings.passedGrade}%.`
    parsed.file.report(quiz.passPercentageLine, 'pass_percentage_too_low', message)
  }
}

function readSettings(fields: Fields, folderName: string): CourseSettings {
  const shortname = fields.identifier('shortname') ?? ''
  if (shortname !== '' && shortname !== folderName) {
    fields.file.report(fields.line('shortname'), 'shortname_differs', `The shortname must be equal to the folder's name '${folderName}'.`)
  }
  const vatKind = fields.has('vat') ? fields.oneOf('vat', VAT_KINDS) : null
  const accessDays = fields.integer('access_days', 1, MAX_DAYS) ?? MAX_DAYS
  return {
    shortname,
    sector: fields.oneOf('sector', SECTORS) ?? 'industry',
    type: fields.oneOf('type', COURSE_TYPES) ?? 'e-learning',
    status: fields.oneOf('status', COURSE_STATUSES) ?? 'building',
    durationMinutes: fields.integer('duration_minutes', 1, 100_000) ?? 0,
    price: fields.integer('price', 0, 1_000_000) ?? 0,
    // Left out for the default value, so that the content hash of existing courses does not change.
    ...(vatKind === 'taught' && { vatKind }),
    accessDays,
    reminderDays: readReminders(fields, accessDays),
    passedGrade: fields.integer('passed_grade', 0, 100) ?? 0,
    certificateValidMonths: optionalInteger(fields, 'certificate_valid_months', 1, 1200),
    isConsumerCourse: fields.boolean('is_consumer_course', false),
    isProjectInstruction: fields.boolean('is_project_instruction', false),
    directAccess: fields.boolean('direct_access', false),
    adultsOnly: fields.boolean('adults_only', false),
    primaryColor: readColor(fields, 'primary_color'),
    secondaryColor: readColor(fields, 'secondary_color'),
    readPastQuizzes: fields.boolean('read_past_quizzes', false),
    picture: fields.picture('picture'),
    certificateBackground: fields.picture('certificate_background', 'photo'),
    languages: readLanguages(fields),
  }
}

function optionalInteger(fields: Fields, key: string, min: number, max: number): number | null {
  return fields.has(key) ? fields.integer(key, min, max) : null
}

function readReminders(fields: Fields, accessDays: number): CourseSettings['reminderDays'] {
  const map = fields.has('reminder_days') ? fields.map('reminder_days') : null
  if (!map) return { notOpened: null, notDone: null, beforeExpiry: null }
  const days = new Fields(fields.file, map, ['not_opened', 'not_done', 'before_expiry'])
  return {
    notOpened: optionalInteger(days, 'not_opened', 1, MAX_DAYS),
    notDone: optionalInteger(days, 'not_done', 1, MAX_DAYS),
    beforeExpiry: optionalInteger(days, 'before_expiry', 1, accessDays),
  }
}

function readColor(fields: Fields, key: string): string | null {
  if (!fields.has(key)) return null
  const value = fields.scalar(key)
  if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase()
  fields.file.report(
    fields.line(key),
    'color_invalid',
    `'${key}' must be a colour such as "#0a4f6c", in quotes because # starts a comment.`,
  )
  return null
}

function readLanguages(fields: Fields): string[] {
  const languages = new Set<string>()
  for (const node of fields.list('languages')) {
    const line = fields.file.line(node)
    const value = isScalar(node) ? node.value : null
    if (typeof value === 'string' && /^[a-z]{2}$/.test(value)) {
      rememberKey(languages, value, fields.file, line)
    } else {
      fields.file.report(line, 'language_invalid', 'A language is two lower-case letters, such as nl.')
    }
  }
  return [...languages]
}

function readModules(fields: Fields): ModuleDraft[] {
  const moduleKeys = new Set<string>()
  const activityKeys = new Set<string>()
  const restrictions: { owner: number; fields: Fields; value: RestrictionSource }[] = []
  const order: ActivityDraft[] = []
  const modules: ModuleDraft[] = []
  for (const item of fields.maps('modules', ['key', 'activities'])) {
    const key = item.identifier('key')
    if (key !== null) rememberKey(moduleKeys, key, item.file, item.line('key'))
    const activities: ActivityDraft[] = []
    const keys = [...BASE_KEYS, ...QUIZ_KEYS, ...EXTERNAL_KEYS, ...RICHTEXT_KEYS, ...SCORM_KEYS]
    for (const activityFields of item.maps('activities', keys)) {
      const read = readActivity(activityFields, activityKeys)
      if (!read) continue
      activities.push(read.activity)
      order.push(read.activity)
      for (const one of read.restrictions) restrictions.push({ owner: order.length - 1, ...one })
    }
    modules.push({ key: key ?? '', activities })
  }
  for (const one of restrictions) checkRestriction(one.fields, one.value, one.owner, order)
  return modules
}

interface ActivityRead {
  activity: ActivityDraft
  restrictions: { fields: Fields; value: RestrictionSource }[]
}

function readActivity(fields: Fields, seen: Set<string>): ActivityRead | null {
  const key = fields.identifier('key')
  const type = fields.oneOf('type', ACTIVITY_TYPES)
  const minutes = fields.integer('minutes', 1, 10_000) ?? 0
  const restrictions: ActivityRead['restrictions'] = []
  for (const item of fields.has('requires') ? fields.maps('requires', ['activity', 'condition']) : []) {
    const activity = item.identifier('activity')
    const condition = item.oneOf('condition', CONDITIONS)
    if (activity && condition) restrictions.push({ fields: item, value: { activity, condition } })
  }
  if (type !== null && type !== 'quiz') reportForeignKeys(fields, QUIZ_KEYS, 'a quiz', type)
  if (type !== null && type !== 'external') reportForeignKeys(fields, EXTERNAL_KEYS, 'an external activity', type)
  if (type !== null && type !== 'richtext') reportForeignKeys(fields, RICHTEXT_KEYS, 'a page', type)
  if (type !== null && type !== 'scorm') reportForeignKeys(fields, SCORM_KEYS, 'a package', type)
  const packagePath = type === 'scorm' ? readPackagePath(fields) : null
  const watchVideos = type === 'richtext' && fields.boolean('watch_videos', false)
  const quiz = type === 'quiz' ? readQuizSettings(fields) : null
  const external = type === 'external' ? readExternalSettings(fields) : null
  if (key === null || type === null) return null
  if (RESERVED_KEYS.includes(key)) {
    fields.file.report(fields.line('key'), 'key_reserved', `'${key}' is the name of another file.`)
    return null
  }
  if (!rememberKey(seen, key, fields.file, fields.line('key'))) return null
  const requires = restrictions.map((one) => one.value)
  return { activity: { key, type, minutes, requires, quiz, external, watchVideos, package: packagePath }, restrictions }
}

function reportForeignKeys(fields: Fields, keys: readonly string[], owner: string, type: ActivityType): void {
  for (const key of keys) {
    if (!fields.has(key)) continue
    fields.file.report(fields.line(key), 'key_unknown', `'${key}' belongs to ${owner}, not to ${type}.`)
  }
}

function readPackagePath(fields: Fields): string | null {
  const path = fields.text('package')
  if (path === null || PACKAGE_PATH.test(path)) return path
  fields.file.report(fields.line('package'), 'package_address', 'A package is a file such as packages/forklift.zip, in small letters.')
  return null
}

function readExternalSettings(fields: Fields): Pick<ExternalSource, 'url' | 'finishedBy'> {
  const url = fields.text('url') ?? ''
  if (url !== '' && !isWebAddress(url))
    fields.file.report(fields.line('url'), 'url_invalid', 'An address begins with https:// and names a site.')
  return { url, finishedBy: fields.oneOf('finished_by', EXTERNAL_FINISHERS) ?? 'supervisor' }
}

/** A web address that a person may be sent to: https, with a host name and without a password. */
export function isWebAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && url.protocol === 'https:' && url.hostname.includes('.') && url.username === '' && url.password === ''
}

function readQuizSettings(fields: Fields): QuizSettingsDraft {
  const practice = fields.boolean('practice', false)
  // A practice quiz shows everything at once and is not supervised.
  const against = { has_video: true, on_location: true, correct_answer_visible: false, feedback_visible: false }
  for (const [key, value] of Object.entries(against)) {
    if (!practice || fields.scalar(key) !== value) continue
    fields.file.report(fields.line(key), 'practice_contradicts', `A practice quiz cannot have '${key}: ${value}'.`)
  }
  if (practice && fields.has('time_limit_minutes')) {
    const message = "A practice quiz cannot have 'time_limit_minutes': who practises takes the time it takes."
    fields.file.report(fields.line('time_limit_minutes'), 'practice_contradicts', message)
  }
  const validDays = optionalInteger(fields, 'valid_days', 1, MAX_DAYS)
  const maxAttempts =
    !fields.has('max_attempts') || fields.scalar('max_attempts') === 'endless' ? null : fields.integer('max_attempts', 1, 100)
  return {
    questionsPerAttempt: optionalInteger(fields, 'questions_per_attempt', 1, 1000),
    questionsPerAttemptLine: fields.line('questions_per_attempt'),
    topics: readBlueprint(fields),
    passPercentage: fields.integer('pass_percentage', 0, 100) ?? 0,
    passPercentageLine: fields.line('pass_percentage'),
    maxAttempts,
    daysUntilNewAttempts: optionalInteger(fields, 'days_until_new_attempts', 0, MAX_DAYS) ?? 0,
    countsForProgress: fields.boolean('counts_for_progress', true),
    hasVideo: fields.boolean('has_video', false),
    correctAnswerVisible: fields.boolean('correct_answer_visible', true),
    feedbackVisible: fields.boolean('feedback_visible', true),
    practice,
    lesson: fields.has('lesson') ? fields.identifier('lesson') : null,
    lessonLine: fields.line('lesson'),
    timeLimitMinutes: optionalInteger(fields, 'time_limit_minutes', 1, 600),
    // Left out when there is none, so that the content hash of existing courses does not change.
    ...(validDays !== null && { validDays }),
    ...readRecordedRules(fields),
    ...(fields.boolean('on_location', false) && { onLocation: true }),
  }
}

/** Rules of recorded quizzes. Left out when they are off, for the same reason as above. */
function readRecordedRules(fields: Fields): Pick<QuizRules, RecordedRule> {
  const on = RECORDED_RULES.filter(({ key }) => fields.boolean(key, false))
  const isRecorded = fields.scalar('has_video') === true
  for (const { key } of isRecorded ? [] : on)
    fields.file.report(fields.line(key), 'recording_missing', `'${key}' is only for a quiz with 'has_video: true'.`)
  return Object.fromEntries(on.map(({ name }) => [name, true]))
}
type RecordedRule = (typeof RECORDED_RULES)[number]['name']
const RECORDED_RULES = [
  { key: 'safe_browser', name: 'safeBrowser' },
  { key: 'record_screen', name: 'recordScreen' },
] as const satisfies { key: string; name: keyof QuizRules }[]

/** A restriction must point to an earlier activity, and `passed` only to a quiz. */
function checkRestriction(fields: Fields, value: RestrictionSource, owner: number, order: ActivityDraft[]): void {
  const target = order.findIndex((one) => one.key === value.activity)
  const report = (key: string, code: string, message: string) => fields.file.report(fields.line(key), code, message)
  if (target === -1) {
    report('activity', 'requires_unknown', `There is no activity '${value.activity}'.`)
  } else if (target === owner) {
    report('activity', 'requires_itself', 'An activity cannot wait for itself.')
  } else if (target > owner) {
    report('activity', 'requires_later', `'${value.activity}' comes later in the course.`)
  } else if (value.condition === 'passed' && order[target]?.type !== 'quiz') {
    report('condition', 'requires_not_passable', `'${value.activity}' is not a quiz: use completed.`)
  }
}
