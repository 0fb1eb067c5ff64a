import type { PoolQuestion } from '../course_import/question_pool.js'
import type { PictureType } from '../course_import/pictures.js'

/** A question that was skipped, or imported with a loss. */
export interface Remark {
  /** Its name in the file, without hidden characters. */
  name: string
  /** Its type in the file: `multichoice`, `cloze`. */
  type: string
  /** Stable, such as `type_not_taken`. */
  code: string
  /** The reason, in one English sentence. */
  reason: string
  /** It can be imported as questions of a simpler type, on request. */
  simpler?: true
}

/** The reason that nothing of a file was imported. */
export interface FileError {
  /** Stable, such as `xml_invalid`. */
  code: string
  message: string
  /** Line number, counted from 1, if known. */
  line?: number
}

export interface ImportReport {
  /** Number of new questions in the pool. */
  taken: number
  skipped: Remark[]
  /** Imported questions that lost something. */
  notes: Remark[]
  /** When set, nothing was imported. */
  error?: FileError
}

/** The whole file is refused. */
export class RefusedFile extends Error {
  constructor(readonly error: FileError) {
    super(error.message)
  }
}

/** One question is refused; the others are still imported. */
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

/** A question of a file, ready for the pool; its key is derived from its content. */
export interface FoundQuestion {
  name: string
  type: string
  question: Omit<PoolQuestion, 'key'>
  picture: FoundPicture | null
  /** The parts that were not imported. */
  notes: { code: string; reason: string }[]
}

/** All questions of a file, in order. */
export interface FoundQuestions {
  questions: FoundQuestion[]
  skipped: Remark[]
}

/** The largest file, in bytes. */
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024
/** The largest number of questions in one file. */
export const MAX_QUESTIONS = 2000
/** The longest text of a question or an answer, in characters. */
export const MAX_TEXT_LENGTH = 4000
