import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'

/** The props of the fields of each question type. */
export interface QuestionFieldsProps {
  draft: Draft
  question: QuestionPart
  languages: readonly string[]
}

/** A key that is not in the list yet: a, b, c … Pure. */
export function uniqueKey(taken: readonly { key: string }[]): string {
  const known = new Set(taken.map(({ key }) => key))
  return [...'abcdefghijklmnopqrstuvwxyz'].find((letter) => !known.has(letter)) ?? `a-${taken.length + 1}`
}
