import type { ActivitySource, CourseSource } from '../course_import/course_types.js'
import type { ActivityPart, DraftParts, QuestionPart } from './draft_types.js'

/** The name of a question's part. */
export const questionKey = (activity: string, question: string) => `${activity}/${question}`

/** Takes a whole course apart for editing. Pure. */
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
    // Said in a draft, as a form has a value for it.
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
    // A version that was published before there were any has none.
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
  // As the folder format does: all of them is no number that has to follow each new question.
  const questionsPerAttempt = settings.blueprint || settings.questionsPerAttempt === questions.length ? null : settings.questionsPerAttempt
  return { type, title, minutes, intro, quiz: { ...settings, questionsPerAttempt }, questions: questions.map(({ key }) => key) }
}
