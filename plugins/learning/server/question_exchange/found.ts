import { tidied } from '../../question_types/typed.js'
import { type QuestionTypeName, type StoredAnswer, type TypedQuestion, questionType } from '../../question_types/index.js'
import type { VersionPicture } from '../services/version_content.js'
import { type FoundPicture, type FoundQuestion, MAX_TEXT_LENGTH, RefusedQuestion } from './report.js'

/** Maximum length of a name or tag in a report, in characters. */
const SHORT = 120

/** A name for a report: one line without hidden or ambiguous characters. */
export const nameOf = (text: string): string => {
  const line = tidied(text)
  return line.length > SHORT ? `${line.slice(0, SHORT - 1)}…` : line
}

/** Plain text of bounded length. @throws RefusedQuestion `text_empty`, `text_too_long` */
export function words(text: string, what: string): string {
  const plain = tidied(text)
  if (!plain) throw new RefusedQuestion('text_empty', `Its ${what} is empty.`)
  if (plain.length > MAX_TEXT_LENGTH) throw new RefusedQuestion('text_too_long', `Its ${what} has more than ${MAX_TEXT_LENGTH} characters.`)
  return plain
}

/** The key of the n-th answer: a, b, … */
const keyAt = (index: number) => (index < 26 ? String.fromCharCode(97 + index) : `a${index}`)

/** Answers with keys by position. */
export const answersOf = (list: readonly { text: string; correct?: boolean }[], language: string): StoredAnswer[] =>
  list.map(({ text, correct = false }, index) => ({ key: keyAt(index), text: { [language]: text }, correct }))

interface Parts {
  name: string
  /** The type's name in the file. */
  type: string
  as: QuestionTypeName
  text: string
  typed: Partial<TypedQuestion>
  feedbackCorrect?: string
  feedbackIncorrect?: string
  tags?: readonly string[]
  picture?: { stored: VersionPicture; found: FoundPicture } | null
  notes: FoundQuestion['notes']
}

/** A question for the pool, validated by its type. @throws RefusedQuestion with the type's own code */
export function foundQuestion(language: string, parts: Parts): FoundQuestion {
  const { answers = [], content = {} } = parts.typed
  const [problem] = questionType(parts.as).problems({ answers, content })
  if (problem) throw new RefusedQuestion(problem.code, problem.message)
  return {
    name: parts.name,
    type: parts.type,
    picture: parts.picture?.found ?? null,
    notes: parts.notes,
    question: {
      type: parts.as,
      text: { [language]: parts.text },
      answers,
      content,
      picture: parts.picture?.stored ?? null,
      tags: [...new Set((parts.tags ?? []).map(nameOf).filter(Boolean))],
      feedbackCorrect: { [language]: parts.feedbackCorrect ?? '' },
      feedbackIncorrect: { [language]: parts.feedbackIncorrect ?? '' },
      lesson: null,
    },
  }
}
