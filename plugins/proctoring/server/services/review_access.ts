import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '#core/contract/errors'
import { inCompanyOfRowNaming, type Session } from '#core/kit/scope'
import type { RecordingRow } from './recording_row.js'

/** Who ran the exam on location, or helped in the room, cannot review it. */
export const NOT_IN_ROOM = 'not room_members @> array[:member]::bigint[]'

/**
 * A recording that this examiner's company reviews, by its attempt. @throws AppError 404 for another provider's recording, for an attempt
 * that was not handed in, and for an exam that this examiner ran or helped with
 */
export async function findForReview(session: Session, attempt: string): Promise<RecordingRow> {
  const row: RecordingRow | null = await db
    .from('proctoring_recordings')
    .where({ attempt_id: attempt, review_company_id: session.companyId })
    .whereIn('state', ['todo', 'second', 'appeal', 'approved', 'rejected'])
    .whereRaw(NOT_IN_ROOM, { member: session.membershipId! })
    .first()
  if (!row) throw notFound()
  return row
}

/**
 * Runs in the company whose participant was recorded. This is the only way for an examiner to reach an attempt of another company, and it
 * is audited.
 * @throws AppError 404; 409 own_company where the examiner is a member of that company too
 */
export async function inCompanyOfRecording<T>(session: Session, row: RecordingRow, reason: string, fn: () => Promise<T>): Promise<T> {
  const { email }: { email: string | null } = await db.from('kit_members').where('id', session.membershipId!).select('email').firstOrFail()
  const where = { table: 'proctoring_recordings', id: row.id, column: 'review_company_id', reason }
  return inCompanyOfRowNaming(session, where, async () => {
    await assertOtherCompany(email)
    return fn()
  })
}

/** Examiners cannot judge people of their own company. Runs in that company's scope. @throws AppError 409 own_company */
export async function assertOtherCompany(email: string | null): Promise<void> {
  // Without an address the examiner belongs to one company only.
  if (email !== null && (await db.from('kit_members').where('email', email).select('id').first())) throw conflict('own_company')
}
