import type { Fields } from '../server/course_import/yaml_fields.js'

// What a question type says of itself. Pure: no database, no framework. One file a type beside this one, listed in index.ts.

/** Language → text. */
export type Localized = Record<string, string>

/** A marked area of a picture, in per cent of its width and height. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** An answer, an item to arrange, the left side of a pair, or an area of a picture. */
export interface StoredAnswer {
  /** The author's; a browser never sees it. */
  key: string
  text: Localized
  /** Of what is chosen; false of what is arranged or paired. */
  correct: boolean
  area?: Area
}

/** What a type keeps beside its answers (column `content`). */
export interface QuestionContent {
  /** match: what may be paired with the items; the option with an item's key is its right one. */
  options?: { key: string; text: Localized }[]
  /** short_text: language → what is taken; `*` stands for anything. */
  accepted?: Record<string, string[]>
  /** short_text: "MBO" is not "mbo". */
  case_sensitive?: boolean
  /** number: each value with what it may be off by. */
  ranges?: { value: number; tolerance: number }[]
  /** number: shown behind the field. */
  unit?: Localized
}

/** The part of a question that its type reads and writes. */
export interface TypedQuestion {
  answers: StoredAnswer[]
  content: QuestionContent
}

/** Names an answer for the browser of one attempt (server/services/answer_keys.ts). */
export type NameKey = (authorKey: string) => string

/** What a browser gets of a question before it is answered; whatever a type does not use stays empty. */
export interface AskedContent {
  answers: { key: string; text: string; area: Area | null }[]
  /** match: what can be chosen for each of `answers`. */
  options: { key: string; text: string }[]
  unit: string
  /** Several of the answers are right. */
  several: boolean
}

/** What is wrong with a question, by a stable code of docs/course-format.md. */
export interface Problem {
  code: string
  message: string
}

/** An answer as it stands in one language's file. */
export interface AnswerText {
  key: string
  text: string
  correct: boolean
  line: number
  area?: Area
}

/** The part of a question in one language's file that its type reads. */
export interface YamlParts {
  answers: AnswerText[]
  options: AnswerText[]
  /** In this one language. */
  content: Omit<QuestionContent, 'options'>
  /** False when something was unreadable: then counting says nothing. */
  complete: boolean
}

export interface QuestionType {
  readonly name: string
  /** It is about a picture, so there must be one. */
  readonly needsPicture?: boolean
  /** Keys of the course folder's YAML that are this type's own; problems are told on the line of the first. */
  readonly yamlKeys: readonly string[]
  /** What must be mended before the question can be asked; empty when nothing. */
  problems(question: TypedQuestion): Problem[]
  /** How an attempt lays it out: the keys of everything that can be given, in their order. */
  deal(question: TypedQuestion): string[]
  /** What leaves the server before submission: never what is right, and no key of the author. */
  asked(question: TypedQuestion, dealt: readonly string[], name: NameKey, language: string | null): AskedContent
  /**
   * What a browser gave, as it is stored (learning_attempt_questions.given).
   * @throws AppError 422 on `answers`: required, unknown_answer, one_answer and what the type's own file says
   */
  read(values: readonly string[], dealt: readonly string[], name: NameKey): string[]
  /** Whether what is stored answers the whole question. */
  isComplete(given: readonly string[], dealt: readonly string[]): boolean
  /** What is stored, as the browser would give it. */
  shown(given: readonly string[], name: NameKey): string[]
  isRight(question: TypedQuestion, given: readonly string[], language: string | null): boolean
  /** One right answer as it is stored. */
  example(question: TypedQuestion, language: string | null): string[]
  /** What is right as the review shows it: names as the browser gives them, or words. */
  right(question: TypedQuestion, name: NameKey, language: string | null): string[]
  /** What was given in words, for the person's own export. */
  words(question: TypedQuestion, given: readonly string[]): (Localized | string)[]
  /** Reads this type's keys of a course file; reports its mistakes with their lines. */
  readYaml(fields: Fields, language: string): YamlParts
  /** The same keys as they are written. */
  toYaml(question: TypedQuestion, language: string): Record<string, unknown>
}
