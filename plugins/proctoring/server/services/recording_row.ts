import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import type { Session } from '#core/kit/scope'
import type { RecordingState } from '../../contract/states.js'

/** A row of proctoring_recordings. */
export interface RecordingRow {
  id: number
  company_id: number
  review_company_id: number
  provider_name: string
  membership_id: number
  participation_id: number
  activity_id: number
  attempt_id: number | null
  person_name: string
  /** Language → text. */
  course_name: Record<string, string>
  quiz_title: Record<string, string>
  language: string | null
  /** The course of the exam, the same across its versions; null for a recording from before this column existed. */
  course_id: number | null
  activity_key: string | null
  /** The attempt is taken in Safe Exam Browser. */
  safe_browser: boolean
  /** The screen is recorded too. */
  record_screen: boolean
  state: RecordingState
  key: string | null
  consent_at: Date | null
  terms_mark: string | null
  retention_days: number
  id_photo_id: number | null
  face_photo_id: number | null
  started_at: Date | null
  submitted_at: Date | null
  claimed_by: number | null
  claimed_at: Date | null
  appeal: string | null
  appealed_at: Date | null
  decided_at: Date | null
  evidence_expires_at: Date | null
  evidence_deleted_at: Date | null
  receipt: unknown
  token: string | null
  /** The provider's members who ran the exam on location, or helped in the room. */
  room_members: number[]
  created_at: Date
}

/**
 * The participant's own recording of an attempt. Locks the row if a transaction is given. @throws AppError 404 for another person's
 * recording
 */
export async function ownRecording(session: Session, attempt: number | string, trx?: TransactionClientContract): Promise<RecordingRow> {
  // The company comes first in the index, and the policy alone does not lead to it: it also allows the provider's rows.
  const own = { company_id: session.companyId, attempt_id: attempt, membership_id: session.membershipId }
  const query = (trx ?? db).from('proctoring_recordings').where(own)
  const row: RecordingRow | null = await (trx ? query.forUpdate() : query).first()
  if (!row) throw notFound()
  return row
}

/** Selects the rows below a recording. Names the company, which their indexes begin with, because the policy alone does not lead to them. */
export const ofRecording = ({ id, company_id: companyId }: Pick<RecordingRow, 'id' | 'company_id'>) => ({
  company_id: companyId,
  recording_id: id,
})

/** Columns that every row below a recording repeats, so that the provider can read it too. */
export const below = ({
  id,
  company_id: companyId,
  review_company_id: reviewCompanyId,
}: Pick<RecordingRow, 'id' | 'company_id' | 'review_company_id'>) => ({
  company_id: companyId,
  review_company_id: reviewCompanyId,
  recording_id: id,
})
