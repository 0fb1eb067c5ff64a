import type { Fields } from '../server/course_import/yaml_fields.js'

// The definition of a question type. Pure: no database, no framework. Each type has a file next to this one and is listed in index.ts.

/** Language → text. */
export type Localized = Record<string, string>

/** A marked area of a picture, in percent of its width and height. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** An answer, an item to arrange, the left side of a pair, or an area of a picture. */
export interface StoredAnswer {
  /** The author's key; never sent to a browser. */
  key: string
  text: Localized
  /** For answers that are chosen; false for those that are arranged or paired. */
  correct: boolean
  area?: Area
}

/** The data that a type stores in addition to its answers (column `content`). */
export interface QuestionContent {
  /** match: the options that can be paired with the items; the option with an item's key is its correct one. */
  options?: { key: string; text: Localized }[]
  /** short_text: language → accepted texts; `*` matches anything. */
  accepted?: Record<string, string[]>
  /** short_text: "MBO" is not "mbo". */
  case_sensitive?: boolean
  /** number: each value with its tolerance. */
  ranges?: { value: number; tolerance: number }[]
  /** number: shown behind the field. */
  unit?: Localized
}

/** The part of a question that its type reads and writes. */
export interface TypedQuestion {
  answers: StoredAnswer[]
  content: QuestionContent
}

/** Returns the name of an answer for the browser of one attempt (server/services/answer_keys.ts). */
export type NameKey = (authorKey: string) => string

/** The data of a question that the browser receives before it is answered; fields that a type does not use are empty. */
export interface AskedContent {
  answers: { key: string; text: string; area: Area | null }[]
  /** match: the options for each of `answers`. */
  options: { key: string; text: string }[]
  unit: string
  /** Whether several answers are correct. */
  several: boolean
}

/** A problem of a question, by a stable code of docs/course-format.md. */
export interface Problem {
  code: string
  message: string
}

/** An answer in one language's file. */
export interface AnswerText {
  key: string
  text: string
  correct: boolean
  line: number
  area?: Area
}

/** The part of a question that its type reads from one language's file. */
export interface YamlParts {
  answers: AnswerText[]
  options: AnswerText[]
  /** In this language. */
  content: Omit<QuestionContent, 'options'>
  /** False if something was unreadable; then counts are not checked. */
  complete: boolean
}

export interface QuestionType {
  readonly name: string
  /** Whether it needs a picture. */
  readonly needsPicture?: boolean
  /** The type's own keys in the course folder's YAML; problems are reported on the line of the first. */
  readonly yamlKeys: readonly string[]
  /** Problems that have to be fixed before the question can be asked; empty if there are none. */
  problems(question: TypedQuestion): Problem[]
  /** The layout in an attempt: the keys of everything that can be submitted, in order. */
  deal(question: TypedQuestion): string[]
  /** Returns the question as sent before submission, without correct answers and the author's keys. */
  asked(question: TypedQuestion, dealt: readonly string[], name: NameKey, language: string | null): AskedContent
  /**
   * Converts the browser's response to its stored form (learning_attempt_questions.given).
   * @throws AppError 422 on `answers`: required, unknown_answer, one_answer and the codes in the type's own file
   */
  read(values: readonly string[], dealt: readonly string[], name: NameKey): string[]
  /** Whether a stored response answers the whole question. */
  isComplete(given: readonly string[], dealt: readonly string[]): boolean
  /** A stored response, in the browser's form. */
  shown(given: readonly string[], name: NameKey): string[]
  isRight(question: TypedQuestion, given: readonly string[], language: string | null): boolean
  /** A correct response in its stored form. */
  example(question: TypedQuestion, language: string | null): string[]
  /** The correct answer for the review: names as the browser uses them, or words. */
  right(question: TypedQuestion, name: NameKey, language: string | null): string[]
  /** A response in words, for the person's own export. */
  words(question: TypedQuestion, given: readonly string[]): (Localized | string)[]
  /** Reads this type's keys of a course file; reports errors with their lines. */
  readYaml(fields: Fields, language: string): YamlParts
  /** Writes the same keys. */
  toYaml(question: TypedQuestion, language: string): Record<string, unknown>
}
