import type { EvaluationSettings } from '../server/services/activity_settings.js'
import { type ActivityKind, PLAIN, type PageFacts } from './kind.js'

/** An evaluation by participants: a scale, a choice, or an open answer. */
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
