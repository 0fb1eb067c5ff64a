import type { PoolQuestion } from '../course_import/question_pool.js'
import type { PictureType } from '../course_import/pictures.js'

/** A question that was left out, or taken with something less than it had. */
export interface Remark {
  /** As the file names it, without what cannot be seen. */
  name: string
  /** As the file calls it: `multichoice`, `cloze`. */
  type: string
  /** Stable, such as `type_not_taken`. */
  code: string
  /** Why, in one English sentence. */
  reason: string
  /** It can be taken as questions of a simpler type, when asked for. */
  simpler?: true
}

/** Why nothing of a file was taken. */
export interface FileError {
  /** Stable, such as `xml_invalid`. */
  code: string
  message: string
  /** Where, counted from 1, if that is known. */
  line?: number
}

export interface ImportReport {
  /** Questions that are new in the pool. */
  taken: number
  skipped: Remark[]
  /** What was taken and lost something on the way. */
  notes: Remark[]
  /** Then nothing was taken. */
  error?: FileError
}

/** The whole file is refused. */
export class RefusedFile extends Error {
  constructor(readonly error: FileError) {
    super(error.message)
  }
}

/** One question is refused; the others go on. */
export class RefusedQuestion extends Error {
  constructor(
    readonly code: string,
    readonly reason: string,
  ) {
    super(reason)
  }
}

export interface FoundPicture {
  hash: string
  contentType: PictureType
  content: Buffer
}

/** A question of a file, ready for the pool; its key comes with what is in it. */
export interface FoundQuestion {
  name: string
  type: string
  question: Omit<PoolQuestion, 'key'>
  picture: FoundPicture | null
  /** What it lost. */
  notes: { code: string; reason: string }[]
}

/** Everything of a file, in its order. */
export interface FoundQuestions {
  questions: FoundQuestion[]
  skipped: Remark[]
}

/** Largest file, in bytes. */
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024
/** Most questions of one file. */
export const MOST_QUESTIONS = 2000
/** Longest text of a question or an answer, in characters. */
export const LONGEST_TEXT = 4000
