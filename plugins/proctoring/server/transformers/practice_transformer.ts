import { textIn } from '#core/kit/words'
import type { Practice } from '../services/practice.js'

/** A practice run for its participant. */
export const toPractice = ({ quiz, doneAt }: Practice, language: string | null) => ({
  title: textIn(quiz.title, quiz.language ?? language),
  course: textIn(quiz.courseName, quiz.language ?? language),
  record_screen: quiz.recordScreen,
  safe_browser: quiz.safeBrowser,
  /** The last run in which everything worked; null: never. */
  done_at: doneAt?.toISOString() ?? null,
})
