import db from '@adonisjs/lucid/services/db'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { sendMail } from '#core/kit/mail'
import { inCompanyOfRowNaming, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { platformUrl } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { learningService } from '#plugins/learning/contract/index'
import { COMPLAINT_DAYS } from '../../contract/states.js'
import { COMPLAINT_MAIL } from './mail_triggers.js'
import { below, ofRecording, ownRecording, type RecordingRow } from './recording_row.js'
import { assertOtherCompany, NOT_IN_ROOM } from './review_access.js'

export interface ComplaintRow {
  id: number
  position: number
  question: string
  given: string[]
  right_answers: string[]
  text: string
  created_at: Date
  answer: string | null
  answered_at: Date | null
}

/** The values of the mail about an answer. */
export interface ComplaintFacts {
  complaint: number
}

/** Whether the participant may still make a complaint about a question. Pure. */
export const mayComplain = (row: Pick<RecordingRow, 'submitted_at'>, now = Date.now()): boolean =>
  row.submitted_at !== null && now - row.submitted_at.getTime() < COMPLAINT_DAYS * 86_400_000

/**
 * Stores a participant's complaint about a question. They can make one for each question, after the exam.
 * @param position of the question in the attempt, from 1
 * @throws AppError 404; 409 no_complaint (not handed in, or too long ago), complaint_there; 422 on `position`
 */
export async function complain(session: Session, attempt: string, position: number, text: string): Promise<void> {
  const row = await ownRecording(session, attempt)
  if (!mayComplain(row)) throw conflict('no_complaint')
  const answers = await (await serviceOf(learningService))?.answersOf(row.attempt_id!)
  const question = answers?.questions.find((one) => one.position === position)
  if (!question) throw invalid('position', 'unknown')
  const inserted = await db
    .knexQuery()
    .table('proctoring_complaints')
    .insert({ ...below(row), position, question: question.text, given: question.given, right_answers: question.right, text })
    .onConflict(['company_id', 'recording_id', 'position'])
    .ignore()
    .returning('id')
  if (!inserted.length) throw conflict('complaint_there')
}

/** The participant's own complaints about an attempt, with the answers. */
export const complaintsOf = async (row: RecordingRow): Promise<ComplaintRow[]> =>
  db.from('proctoring_complaints').where(ofRecording(row)).orderBy('position')

/** Maximum number of complaints in the list; others appear once these are answered. */
const LISTED = 100

/** Unanswered complaints for this company's examiners, oldest first. Runs in the scope of that company. */
export async function openComplaints(session: Session): Promise<(ComplaintRow & RecordingRow)[]> {
  return db
    .from('proctoring_complaints as c')
    .join('proctoring_recordings as r', (join) => join.on('r.id', 'c.recording_id').andOn('r.company_id', 'c.company_id'))
    .where('c.review_company_id', session.companyId!)
    .whereNull('c.answered_at')
    .whereRaw(NOT_IN_ROOM, { member: session.membershipId! })
    .orderBy('c.created_at')
    .limit(LISTED)
    .select('r.person_name', 'r.course_name', 'r.quiz_title', 'c.*')
}

/**
 * Stores an examiner's answer and mails it to the participant. A complaint has one answer: of two concurrent answers one is stored.
 * @throws AppError 404 for another provider's complaint, and about an exam that this examiner ran; 409 own_company, already_answered
 */
export async function answerComplaint(session: Session, id: string, answer: string): Promise<void> {
  const where = { table: 'proctoring_complaints', id, column: 'review_company_id', reason: 'proctoring.complaint' }
  const { email }: { email: string | null } = await db.from('kit_members').where('id', session.membershipId!).select('email').firstOrFail()
  await inCompanyOfRowNaming(session, where, async () => {
    await assertOtherCompany(email)
    await db.transaction(async (trx) => {
      const [row]: { id: number; recording_id: number }[] = await trx
        .from('proctoring_complaints')
        .where('id', id)
        .whereNull('answered_at')
        .update({ answer, answered_by: session.userId, answered_at: new Date() })
        .returning(['id', 'recording_id'])
      if (!row) throw conflict('already_answered')
      const of: { membership_id: number; room_members: number[] } = await trx
        .from('proctoring_recordings')
        .where('id', row.recording_id)
        .firstOrFail()
      if (of.room_members.includes(session.membershipId!)) throw notFound()
      const payload: ComplaintFacts = { complaint: row.id }
      await sendMail(trx, COMPLAINT_MAIL, { to: { member: of.membership_id }, payload, key: String(row.id) })
    })
  })
}

/** The words of that mail. Null once the complaint is deleted. */
export async function complaintValues({ complaint }: ComplaintFacts): Promise<Record<string, string> | null> {
  const row: (ComplaintRow & RecordingRow & { reader: string | null }) | null = await db
    .from('proctoring_complaints as c')
    .join('proctoring_recordings as r', 'r.id', 'c.recording_id')
    .join('kit_members as m', 'm.id', 'r.membership_id')
    .where('c.id', complaint)
    .select(
      'r.course_name',
      'r.quiz_title',
      'r.provider_name',
      'r.attempt_id',
      'c.position',
      'c.question',
      'c.answer',
      'm.language as reader',
    )
    .first()
  if (!row) return null
  return {
    quiz: textIn(row.quiz_title, row.reader),
    course: textIn(row.course_name, row.reader),
    provider: row.provider_name,
    position: String(row.position),
    question: row.question,
    answer: row.answer ?? '',
    actionUrl: await platformUrl(`/deelnemer/training/quiz/resultaten/${row.attempt_id}`),
  }
}
