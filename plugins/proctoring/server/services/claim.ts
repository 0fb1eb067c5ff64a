import db from '@adonisjs/lucid/services/db'
import { conflict } from '#core/contract/errors'
import type { Session } from '#core/kit/scope'
import { CLAIM_MINUTES, IN_REVIEW } from '../../contract/states.js'
import type { RecordingRow } from './recording_row.js'
import { findForReview, inCompanyOfRecording } from './review_access.js'

/** A row is this examiner's now: they claimed it less than an hour ago. Pure. */
export const isClaimed = (row: Pick<RecordingRow, 'claimed_by' | 'claimed_at'>, now = Date.now()): boolean =>
  row.claimed_by !== null && row.claimed_at !== null && now - row.claimed_at.getTime() < CLAIM_MINUTES * 60_000

/** Whether this examiner decided on it in an earlier round. */
export const hasDecided = async (recordingId: number, userId: number): Promise<boolean> =>
  (await db.from('proctoring_decisions').where({ recording_id: recordingId, by_user: userId }).first()) !== null

/**
 * Takes an attempt before one, so that no two examiners review it at once. Claiming it again prolongs the hour.
 * @throws AppError 404; 409 own_company, not_in_review, claimed_by_other, other_examiner (one decided on it before)
 */
export async function claim(session: Session, attempt: string): Promise<void> {
  const found = await findForReview(session, attempt)
  await inCompanyOfRecording(session, found, 'proctoring.claim', () =>
    db.transaction(async (trx) => {
      const row: RecordingRow = await trx.from('proctoring_recordings').where('id', found.id).forUpdate().firstOrFail()
      if (!IN_REVIEW.includes(row.state)) throw conflict('not_in_review')
      if (isClaimed(row) && row.claimed_by !== session.userId) throw conflict('claimed_by_other')
      if (await hasDecided(row.id, session.userId)) throw conflict('other_examiner')
      await trx.from('proctoring_recordings').where('id', row.id).update({ claimed_by: session.userId, claimed_at: new Date() })
    }),
  )
}

/** Gives an attempt back that one claimed. One that is not one's own stays as it is. @throws AppError 404; 409 own_company */
export async function release(session: Session, attempt: string): Promise<void> {
  const found = await findForReview(session, attempt)
  await inCompanyOfRecording(session, found, 'proctoring.release', async () => {
    await db
      .from('proctoring_recordings')
      .where({ id: found.id, claimed_by: session.userId })
      .update({ claimed_by: null, claimed_at: null })
  })
}
