import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { type Session, acrossCompanies } from '#core/kit/scope'
import type { QuestionStatus } from '../../contract/statuses.js'

export interface QuestionRow {
  id: number
  company_id: number | null
  company: string | null
  full_name: string
  email: string
  page: string
  browser: string
  sent_to: string
  subject: string
  message: string
  course_shortname: string | null
  status: QuestionStatus
  created_at: Date
}

export const questions = () =>
  db.from('support_questions as q').leftJoin('kit_companies as c', 'c.id', 'q.company_id').select('q.*', 'c.name as company')

/** @throws AppError 404 */
export function showQuestion(session: Session, id: string): Promise<QuestionRow> {
  return acrossCompanies(session, 'support.show', async () => {
    const row: QuestionRow | null = await questions().where('q.id', id).first()
    if (!row) throw notFound()
    return row
  })
}

/** @throws AppError 404 */
export async function setStatus(session: Session, id: string, status: QuestionStatus): Promise<QuestionRow> {
  const changed = await acrossCompanies(session, 'support.status', () => db.from('support_questions').where('id', id).update({ status }))
  if (!Number(changed)) throw notFound()
  return showQuestion(session, id)
}
