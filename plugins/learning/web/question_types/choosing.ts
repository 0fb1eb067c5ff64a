import type { QuestionView, RunningQuestion } from './types.js'

/** One answer, or this one ticked or unticked among several. */
export function withAnswer(question: RunningQuestion, given: readonly string[], index: number): string[] | null {
  const key = question.answers[index]?.key
  if (!key) return null
  if (!question.several) return [key]
  return given.includes(key) ? given.filter((other) => other !== key) : [...given, key]
}

/** What views share whose answers are chosen. */
export const choosing = {
  isComplete: (_question, given) => given.length > 0,
  isOnePress: ({ several }) => !several,
  choose: withAnswer,
} satisfies Partial<QuestionView>

/** What views share that nothing is chosen in by a number. */
export const notChosen = {
  isOnePress: () => false,
  choose: () => null,
} satisfies Partial<QuestionView>
