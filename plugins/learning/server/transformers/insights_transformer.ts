import { fullName } from '#core/contract/full_name'
import { today } from '#core/kit/days'
import { textIn } from '#core/kit/words'
import { kindOf } from '../../activity_types/index.js'
import { interactionsOf } from '../scorm/interactions.js'
import { itemsOf } from '../scorm/sequencing.js'
import type { QuizSettings, RichTextSettings, ScormSettings } from '../services/activity_settings.js'
import { percentOf } from '../services/coverage.js'
import { videosFor } from '../services/lesson_media.js'
import { mayConfirm } from '../services/external_work.js'
import { hasExpired } from '../services/participation_service.js'
import type { AttemptInsight, AttemptRow, Insights } from '../following/insights.js'
import { toAttemptsLeft } from './attempts_left.js'

/** Whole seconds between two moments; null while it is running. */
const seconds = (from: Date, to: Date | null) => (to ? Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000)) : null)

const toAttempt = (attempt: AttemptRow) => ({
  id: attempt.id,
  number: attempt.number,
  status: attempt.status,
  grade: attempt.grade,
  started_at: attempt.started_at.toISOString(),
  submitted_at: attempt.submitted_at?.toISOString() ?? null,
  seconds: seconds(attempt.started_at, attempt.submitted_at),
  feedback_seen_at: attempt.feedback_seen_at?.toISOString() ?? null,
  // Unknown while the attempt is running.
  outcomes: attempt.status === 'busy' ? [] : (attempt.outcomes ?? []),
})

/** The items of a package, each with the answers that it reported. */
const toPackages = (settings: ScormSettings, work: Insights['works'][number] | null) =>
  itemsOf(settings, work).map((item, index) => ({
    ...item,
    interactions: interactionsOf(work?.items[settings.items[index]!.id]?.result.elements ?? {}),
  }))

/** One person in one course, for the people who follow them: steps, attempts, history, and the possible acts. */
export function toInsights(
  { participation, content, person, steps, attempts, views, works, history, refusals }: Insights,
  language: string,
) {
  const text = (texts: Record<string, string>) => textIn(texts, language)
  return {
    id: participation.id,
    updated_at: person.version,
    person: {
      id: person.id,
      name: fullName(person),
      email: person.email,
      active: person.status === 'active',
      company: person.company_name,
    },
    course: text(content.version.name),
    language: participation.language,
    status: hasExpired(participation) ? ('expired' as const) : participation.status,
    current: participation.current,
    progress: participation.progress,
    grade: participation.grade,
    passed_grade: content.version.passed_grade,
    mandatory: participation.mandatory,
    due_at: participation.dueAt,
    overdue: !participation.isOver && !hasExpired(participation) && participation.dueAt !== null && participation.dueAt < today(),
    assigned_by: person.assigned_by_name,
    registered_at: participation.registeredAt.toISO()!,
    started_at: participation.startedAt?.toISO() ?? null,
    expires_at: participation.expiresAt?.toISO() ?? null,
    finished_at: participation.finishedAt?.toISO() ?? null,
    /** The acts: null when possible now, else the code of the refusal. */
    acts: refusals,
    modules: content.modules.map((module) => ({
      id: module.id,
      title: text(module.title),
      steps: content.activities
        .filter(({ moduleId }) => moduleId === module.id)
        .map((activity) => {
          const state = content.computed.get(activity.id)!
          const step = steps.find(({ activity_id: id }) => id === activity.id)
          const counted = content.attempts.get(activity.id)
          return {
            id: activity.id,
            type: activity.type,
            title: text(activity.title),
            status: state.status,
            grade: content.states.find(({ activityId }) => activityId === activity.id)?.grade ?? null,
            opened_at: step?.opened_at.toISOString() ?? null,
            finished_at: step?.finished_at?.toISOString() ?? null,
            /** Seconds that its page was visible and in use. */
            read_seconds: step?.active_seconds ?? 0,
            /** An external activity that a supervisor can confirm now. */
            may_confirm: participation.current && mayConfirm(participation, activity, state.status),
            attempts_left:
              activity.type === 'quiz' && counted && state.status !== 'finished'
                ? toAttemptsLeft(counted, activity.settings as QuizSettings)
                : null,
            /** For a page with videos: how much of each was watched. */
            videos: kindOf(activity).isReading
              ? videosFor(activity.settings as RichTextSettings, participation.language).map(({ key, title, seconds }) => ({
                  title,
                  percent: percentOf(views.find((view) => view.activityId === activity.id && view.video === key)?.covered ?? [], seconds),
                }))
              : [],
            packages:
              activity.type === 'scorm'
                ? toPackages(activity.settings as ScormSettings, works.find(({ activity_id: id }) => id === activity.id) ?? null)
                : [],
            attempts: attempts.filter(({ activity_id: id }) => id === activity.id).map(toAttempt),
          }
        }),
    })),
    history: history.map((row) => ({
      id: row.id,
      action: row.action,
      reason: row.reason,
      details: row.details,
      at: row.at.toISOString(),
      by: row.by_name,
      by_platform: row.by_platform,
      /** For an extra attempt: the quiz. */
      step:
        typeof row.details.activity === 'number'
          ? text(content.activities.find(({ id }) => id === row.details.activity)?.title ?? {})
          : null,
    })),
  }
}
export type InsightsPage = ReturnType<typeof toInsights>

/** One attempt for a supervisor. */
export function toAttemptInsight({ result, course, person, startedAt, feedbackSeenAt, mayWithdraw, withdrawsIn }: AttemptInsight) {
  return {
    ...result,
    course,
    person: { id: person.id, name: fullName(person) },
    started_at: startedAt.toISO()!,
    /** Whether the reader may withdraw questions of this course. */
    may_withdraw: mayWithdraw,
    /** The company whose own course it is, for an admin. */
    withdraws_in: withdrawsIn,
    feedback_seen_at: feedbackSeenAt?.toISO() ?? null,
  }
}
export type AttemptInsightPage = ReturnType<typeof toAttemptInsight>
