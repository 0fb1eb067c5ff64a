import type { QuestionView, RunningQuestion } from './types.js'

/** Selects one answer, or toggles one of several. */
export function withAnswer(question: RunningQuestion, given: readonly string[], index: number): string[] | null {
  const key = question.answers[index]?.key
  if (!key) return null
  if (!question.several) return [key]
  return given.includes(key) ? given.filter((other) => other !== key) : [...given, key]
}

/** Shared by the types with selectable answers. */
export const choosing = {
  isComplete: (_question, given) => given.length > 0,
  isOnePress: ({ several }) => !several,
  choose: withAnswer,
} satisfies Partial<QuestionView>

/** Shared by the types in which a number key chooses nothing. */
export const notChosen = {
  isOnePress: () => false,
  choose: () => null,
} satisfies Partial<QuestionView>
