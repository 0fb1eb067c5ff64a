import type { QuestionStatus } from '../../contract/statuses.js'
import type { QuestionRow } from '../services/questions.js'

/** The stored question of specification, section 3. */
export interface Question {
  id: number
  full_name: string
  email: string
  /** Null without a company. */
  company: string | null
  page: string
  created_at: string
  browser: string
  sent_to: string
  subject: string
  message: string
  course_shortname: string | null
  status: QuestionStatus
}

export const toQuestion = (row: QuestionRow): Question => ({
  id: row.id,
  full_name: row.full_name,
  email: row.email,
  company: row.company,
  page: row.page,
  created_at: row.created_at.toISOString(),
  browser: row.browser,
  sent_to: row.sent_to,
  subject: row.subject,
  message: row.message,
  course_shortname: row.course_shortname,
  status: row.status,
})
