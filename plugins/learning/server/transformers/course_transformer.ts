import { PARTICIPATIONS } from '../route_parts.js'
import type { AskedFor } from '../requirements/unmet.js'
import type { PackageWork } from '../scorm/package_work.js'
import type { VideoView } from '../services/video_views.js'
import { type ActivityParts, kindOf } from '../../activity_types/index.js'
import type { PastAttempt } from '../../activity_types/kind.js'
import type { ActivityStatus } from '../../contract/states.js'
import type { Activity } from '../services/activity.js'
import type Participation from '../models/participation.js'
import type { QuizSettings } from '../services/activity_settings.js'
import { textIn } from '#core/kit/words'
import { type CourseContent, aheadIn } from '../services/course_content.js'
import { gradeParts } from '../services/course_grade.js'
import type { Attempts } from '../services/grading.js'
import { hasExpired } from '../services/participation_service.js'
import { toAttemptsLeft } from './attempts_left.js'
import { toCourseGrade } from './grade_transformer.js'
import { toPicture } from './picture_transformer.js'
import { toAskedFor } from './requirement_transformer.js'
import { daysLeft, toDue } from './training_transformer.js'

/** The course page: modules with their activities, each with its state and, if locked, the reason. */
export function toCourse(
  participation: Participation,
  content: CourseContent,
  interfaceLanguage: string,
  before: { asksBirthdate: boolean; askedFor: readonly AskedFor[] },
) {
  const { version } = content
  const language = participation.language ?? interfaceLanguage
  const titles = new Map(content.activities.map((activity) => [activity.id, textIn(activity.title, language)]))
  const toItem = (activity: Activity) => {
    const state = content.computed.get(activity.id)!
    const attempts = content.attempts.get(activity.id)
    const stored = content.states.find(({ activityId }) => activityId === activity.id)
    return {
      id: activity.id,
      type: activity.type,
      title: titles.get(activity.id)!,
      minutes: activity.minutes,
      needs_computer: kindOf(activity).needsComputer,
      /** It is recorded, so its participant may do a practice run. */
      recorded: activity.type === 'quiz' && ((activity.settings as QuizSettings).has_video ?? false),
      status: state.status,
      grade: stored?.grade ?? null,
      // Only for quizzes that can still be tried.
      attempts: attempts ? toAttemptsLeft(attempts, activity.settings as QuizSettings) : null,
      locked_by: state.lockedBy
        ? { id: state.lockedBy.activityId, title: titles.get(state.lockedBy.activityId) ?? '', condition: state.lockedBy.condition }
        : null,
    }
  }
  const ahead = aheadIn(content)
  const status = hasExpired(participation) ? ('expired' as const) : participation.status
  return {
    id: participation.id,
    name: textIn(version.name, language),
    description: textIn(version.description, language),
    status,
    progress: participation.progress,
    grade: participation.grade,
    /** How the grade was computed, for a passed course. */
    grade_sum:
      participation.status === 'passed'
        ? toCourseGrade(participation.grade, gradeParts(content.activities, content.states), language)
        : null,
    language: participation.language,
    languages: version.languages,
    duration_minutes: version.duration_minutes,
    access_days: version.access_days,
    passed_grade: version.passed_grade,
    /** A course for adults, and the person's date of birth is unknown. */
    asks_birthdate: before.asksBirthdate,
    /** For a person who has not begun: the requirements to meet first. */
    asked_for: before.askedFor.map((one) => toAskedFor(one, language)),
    expires_in_days: participation.isOver ? null : daysLeft(participation.status, participation.expiresAt?.toJSDate() ?? null, new Date()),
    ...toDue(participation.dueAt, participation.mandatory, status),
    finished_at: participation.finishedAt?.toISO() ?? null,
    /** The next step, and the next one that a phone can do: texts after a quiz can be read if the course allows it. */
    next_activity: participation.isOver ? null : (ahead.next?.id ?? null),
    next_on_phone: participation.isOver ? null : (ahead.nextOnPhone?.id ?? null),
    needs_computer: ahead.needsComputer,
    reads_past_quizzes: version.read_past_quizzes,
    minutes_left: ahead.minutesLeft,
    picture: toPicture(version.picture, language),
    modules: content.modules.map((module) => ({
      id: module.id,
      title: textIn(module.title, language),
      activities: content.activities.filter(({ moduleId }) => moduleId === module.id).map(toItem),
    })),
  }
}

interface StepFacts {
  activity: Activity
  status: ActivityStatus
  language: string | null
  attempts: Attempts
  past: PastAttempt[]
  participation: number
  views: readonly VideoView[]
  packageWork: PackageWork | null
  previous: { id: number } | null
  next: { id: number } | null
}

/** One activity for the person who works on it. A quiz has its rules here, never its questions. */
export function toActivity({ activity, status, language, attempts, past, participation, views, packageWork, previous, next }: StepFacts) {
  const text = (texts: Record<string, string>) => textIn(texts, language)
  const parts: ActivityParts = kindOf(activity).page({
    settings: activity.settings,
    text,
    attempts,
    past,
    language,
    views,
    packageWork,
    mediaUrl: (hash) => `${PARTICIPATIONS}/${participation}/activities/${activity.id}/media/${hash}`,
  })
  return {
    id: activity.id,
    type: activity.type,
    title: text(activity.title),
    body: text(activity.body),
    minutes: activity.minutes,
    status,
    previous: previous?.id ?? null,
    next: next?.id ?? null,
    ...parts,
  }
}
export type ActivityPage = ReturnType<typeof toActivity>
