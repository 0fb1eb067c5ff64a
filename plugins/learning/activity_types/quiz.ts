import type { QuizSettings } from '../server/services/activity_settings.js'
import { toAttemptsLeft } from '../server/transformers/attempts_left.js'
import type { ActivityKind, PageFacts } from './kind.js'

/** Questions with a percentage to pass; the page shows the rules, never the questions. */
export const quiz = {
  type: 'quiz',
  needsComputer: true,
  isReading: false,
  isTest: true,
  finishedBy: 'attempts',
  // Practice never counts, whatever the course says, because the answers are shown before the attempt ends.
  counts: (settings) => (settings as QuizSettings).counts_for_progress && !(settings as QuizSettings).practice,
  page({ settings, attempts, past }: PageFacts) {
    const rules = settings as QuizSettings
    return {
      quiz: {
        questions: rules.questions_per_attempt,
        pass_percentage: rules.pass_percentage,
        practice: rules.practice ?? false,
        time_limit_minutes: rules.time_limit_minutes ?? null,
        valid_days: rules.valid_days ?? null,
        recorded: rules.has_video,
        on_location: rules.on_location ?? false,
        ...toAttemptsLeft(attempts, rules),
        attempts: past.map((attempt) => ({
          id: attempt.id,
          number: attempt.number,
          status: attempt.status,
          // The result is hidden until the examiner decides.
          grade: attempt.status === 'in_review' ? null : attempt.grade,
          submitted_at: attempt.submitted_at?.toISOString() ?? null,
        })),
      },
    }
  },
} satisfies ActivityKind
