import type { ActivitySource, CourseSource } from '../course_import/course_types.js'
import type { ActivityPart, DraftParts, QuestionPart } from './draft_types.js'

/** The key of a question's part. */
export const questionKey = (activity: string, question: string) => `${activity}/${question}`

/** Splits a whole course into parts for editing. Pure. */
export function partsOf(source: CourseSource): DraftParts {
  const activities = new Map<string, ActivityPart>()
  const questions = new Map<string, QuestionPart>()
  for (const activity of source.modules.flatMap((module) => module.activities)) {
    activities.set(activity.key, activityPart(activity))
    if (activity.type !== 'quiz') continue
    for (const { key, ...question } of activity.questions) questions.set(questionKey(activity.key, key), question)
  }
  const { modules, pictures, media, contentHash: _hash, shortname: _name, ...course } = source
  return {
    // Always set in a draft, because the form has a value for it.
    course: { ...course, vatKind: course.vatKind ?? 'elearning' },
    outline: {
      modules: modules.map((module) => ({
        key: module.key,
        title: module.title,
        activities: module.activities.map(({ key, requires }) => ({ key, requires })),
      })),
    },
    activities,
    questions,
    pictures: new Map(Object.entries(pictures)),
    // A version that was published before media existed has none.
    media: new Map(Object.entries(media ?? {})),
  }
}

function activityPart(activity: ActivitySource): ActivityPart {
  const { type, title, minutes } = activity
  if (activity.type === 'richtext') return { type, title, minutes, body: activity.body, watchVideos: activity.watchVideos ?? false }
  if (activity.type === 'scorm') return { type, title, minutes, body: activity.body, package: activity.package }
  if (activity.type === 'external') {
    return { type, title, minutes, body: activity.body, external: { url: activity.url, finishedBy: activity.finishedBy } }
  }
  if (activity.type === 'evaluation') return { type, title, minutes, intro: activity.intro, evaluation: activity.questions }
  const { key: _key, type: _type, title: _title, minutes: _minutes, requires: _requires, intro, questions, ...settings } = activity
  // As in the folder format: "all questions" is stored as null, so that it stays right when questions are added.
  const questionsPerAttempt = settings.blueprint || settings.questionsPerAttempt === questions.length ? null : settings.questionsPerAttempt
  return { type, title, minutes, intro, quiz: { ...settings, questionsPerAttempt }, questions: questions.map(({ key }) => key) }
}
