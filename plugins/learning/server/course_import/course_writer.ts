import { stringify } from 'yaml'
import { questionType } from '../../question_types/index.js'
import { questionKey } from '../editor/draft_parts.js'
import type { ActivityPart, CoursePart, DraftParts, OutlineActivity, QuestionPart, QuizPartSettings } from '../editor/draft_types.js'
import type { LanguageCode, LocalizedText } from './course_types.js'

/** YAML with one key per line, so that a mistake on a line belongs to exactly one field. */
const yaml = (value: unknown) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
const markdown = (head: object, body: string) => `---\n${yaml(head)}---\n${body.trim() ? `\n${body.trim()}\n` : ''}`

/**
 * Writes a course as the files of docs/course-format.md, whether finished or not. A missing number becomes an empty key and a missing text
 * an empty text, so that the reader reports each of them. Pictures are left to the caller that has their content. Pure.
 * @returns path → text
 */
export function writeCourse(shortname: string, parts: DraftParts): Map<string, string> {
  const files = new Map<string, string>()
  const { course, outline, activities } = parts
  files.set(
    'course.md',
    markdown({ ...writeSettings(shortname, course), modules: outline.modules.map((one) => writeModule(one, parts)) }, ''),
  )
  for (const language of course.languages) {
    const inIt = (text: LocalizedText | undefined) => text?.[language] ?? ''
    const head = {
      name: inIt(course.name),
      ...(course.picture && { picture_alt: inIt(course.pictureAlt) }),
      modules: Object.fromEntries(outline.modules.map(({ key, title }) => [key, inIt(title)])),
    }
    files.set(`${language}/course.md`, markdown(head, inIt(course.description)))
    for (const { key } of outline.modules.flatMap((module) => module.activities)) {
      const activity = activities.get(key)
      if (!activity) continue
      if (activity.type === 'richtext' || activity.type === 'external' || activity.type === 'scorm')
        files.set(`${language}/${key}.md`, markdown({ title: inIt(activity.title) }, inIt(activity.body)))
      else files.set(`${language}/${key}.yaml`, yaml(writeQuestions(key, activity, language, parts)))
    }
  }
  return files
}

function writeSettings(shortname: string, course: CoursePart) {
  const { notOpened, notDone, beforeExpiry } = course.reminderDays
  const reminders = given({ not_opened: notOpened, not_done: notDone, before_expiry: beforeExpiry })
  return {
    shortname,
    sector: course.sector,
    type: course.type,
    status: course.status,
    duration_minutes: course.durationMinutes,
    price: course.price,
    ...(course.vatKind === 'taught' && { vat: course.vatKind }),
    access_days: course.accessDays,
    ...(Object.keys(reminders).length && { reminder_days: reminders }),
    passed_grade: course.passedGrade,
    ...given({ certificate_valid_months: course.certificateValidMonths }),
    ...on({ is_consumer_course: course.isConsumerCourse }),
    ...on({ is_project_instruction: course.isProjectInstruction }),
    ...on({ direct_access: course.directAccess }),
    ...on({ adults_only: course.adultsOnly }),
    ...given({ primary_color: course.primaryColor || null, secondary_color: course.secondaryColor || null }),
    ...on({ read_past_quizzes: course.readPastQuizzes }),
    ...given({ picture: course.picture, certificate_background: course.certificateBackground }),
    languages: course.languages,
  }
}

/** Drops null values; omitted keys have defaults. */
const given = (values: Record<string, unknown>) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
const on = (values: Record<string, boolean>) => Object.fromEntries(Object.entries(values).filter(([, value]) => value))
const off = (values: Record<string, boolean>) => Object.fromEntries(Object.entries(values).filter(([, value]) => !value))

function writeModule({ key, activities }: DraftParts['outline']['modules'][number], parts: DraftParts) {
  return { key, activities: activities.map((one) => writeActivity(one, parts.activities.get(one.key))) }
}

function writeActivity({ key, requires }: OutlineActivity, activity: ActivityPart | undefined) {
  return {
    key,
    type: activity?.type ?? null,
    minutes: activity?.minutes ?? null,
    ...(activity?.quiz && writeQuizSettings(activity.quiz)),
    ...(activity?.type === 'richtext' && on({ watch_videos: activity.watchVideos === true })),
    ...(activity?.type === 'scorm' && { package: activity.package ?? '' }),
    ...(activity?.external && { url: activity.external.url, finished_by: activity.external.finishedBy }),
    ...(requires.length && { requires: requires.map(({ activity: of, condition }) => ({ activity: of, condition })) }),
  }
}

function writeQuizSettings(quiz: QuizPartSettings) {
  return {
    ...(quiz.blueprint?.length ? { blueprint: quiz.blueprint } : given({ questions_per_attempt: quiz.questionsPerAttempt })),
    pass_percentage: quiz.passPercentage,
    ...given({ max_attempts: quiz.maxAttempts }),
    ...(quiz.daysUntilNewAttempts !== 0 && { days_until_new_attempts: quiz.daysUntilNewAttempts }),
    ...off({ counts_for_progress: quiz.countsForProgress }),
    ...on({ has_video: quiz.hasVideo }),
    ...on(quiz.hasVideo ? { safe_browser: quiz.safeBrowser ?? false, record_screen: quiz.recordScreen ?? false } : {}),
    ...on({ on_location: quiz.onLocation === true }),
    ...off({ correct_answer_visible: quiz.correctAnswerVisible, feedback_visible: quiz.feedbackVisible }),
    ...on({ practice: quiz.practice }),
    ...given({ lesson: quiz.lesson, time_limit_minutes: quiz.timeLimitMinutes, valid_days: quiz.validDays ?? null }),
  }
}

function writeQuestions(key: string, activity: ActivityPart, language: LanguageCode, { questions }: DraftParts) {
  const inIt = (text: LocalizedText | undefined) => text?.[language] ?? ''
  const head = { title: inIt(activity.title), ...(inIt(activity.intro) && { intro: inIt(activity.intro) }) }
  if (activity.type === 'evaluation') {
    const asked = (activity.evaluation ?? []).map((question) => ({
      key: question.key,
      type: question.type,
      text: inIt(question.text),
      ...off({ mandatory: question.mandatory }),
      ...(question.type === 'choice' && { answers: question.answers.map((answer) => ({ key: answer.key, text: inIt(answer.text) })) }),
    }))
    return { ...head, questions: asked }
  }
  const asked = (activity.questions ?? []).flatMap((name) => {
    const question = questions.get(questionKey(key, name))
    return question ? [writeQuestion(name, question, language)] : []
  })
  return { ...head, questions: asked }
}

function writeQuestion(key: string, question: QuestionPart, language: LanguageCode) {
  const inIt = (text: LocalizedText) => text[language] ?? ''
  return {
    key,
    type: question.type,
    ...(question.tags.length && { tags: question.tags }),
    text: inIt(question.text),
    ...given({ picture: question.picture }),
    ...(question.picture && { picture_alt: inIt(question.pictureAlt) }),
    ...questionType(question.type).toYaml(withAllOptions(question), language),
    ...(inIt(question.feedbackCorrect) && { feedback_correct: inIt(question.feedbackCorrect) }),
    ...(inIt(question.feedbackIncorrect) && { feedback_incorrect: inIt(question.feedbackIncorrect) }),
    ...given({ lesson: question.lesson }),
  }
}

/** An unfinished pair gets an empty other half. */
function withAllOptions(question: QuestionPart): QuestionPart {
  const { options } = question.content
  if (question.type !== 'match') return question
  const known = new Set(options?.map(({ key }) => key))
  const missing = question.answers.filter(({ key }) => !known.has(key)).map(({ key }) => ({ key, text: {} }))
  return { ...question, content: { ...question.content, options: [...(options ?? []), ...missing] } }
}
