import type { EvaluationSettings } from '../server/services/activity_settings.js'
import { type ActivityKind, PLAIN, type PageFacts } from './kind.js'

/** What people thought of it: a scale, a choice, their own words. */
export const evaluation = {
  ...PLAIN,
  type: 'evaluation',
  finishedBy: 'answers',
  page({ settings, text }: PageFacts) {
    return {
      evaluation: {
        questions: (settings as EvaluationSettings).questions.map((question) => ({
          key: question.key,
          type: question.type,
          text: text(question.text),
          mandatory: question.mandatory,
          answers: question.answers.map((answer) => ({ key: answer.key, text: text(answer.text) })),
        })),
      },
    }
  },
} satisfies ActivityKind
