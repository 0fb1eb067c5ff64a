import db from '@adonisjs/lucid/services/db'
import { conflict } from '#core/contract/errors'
import type { Session } from '#core/kit/scope'
import { CLAIM_MINUTES, IN_REVIEW } from '../../contract/states.js'
import { ofRecording, type RecordingRow } from './recording_row.js'
import { findForReview, inCompanyOfRecording } from './review_access.js'

/** Whether this examiner holds the claim on a row: they claimed it less than an hour ago. Pure. */
export const isClaimed = (row: Pick<RecordingRow, 'claimed_by' | 'claimed_at'>, now = Date.now()): boolean =>
  row.claimed_by !== null && row.claimed_at !== null && now - row.claimed_at.getTime() < CLAIM_MINUTES * 60_000

/** Whether this examiner decided in an earlier round. */
export const hasDecided = async (row: RecordingRow, userId: number): Promise<boolean> =>
  (await db
    .from('proctoring_decisions')
    .where({ ...ofRecording(row), by_user: userId })
    .first()) !== null

/**
 * Claims an attempt, so that two examiners cannot review it at the same time. Claiming it again extends the claim to an hour from now.
 * @throws AppError 404; 409 own_company, not_in_review, claimed_by_other, other_examiner (this examiner decided in an earlier round)
 */
export async function claim(session: Session, attempt: string): Promise<void> {
  const found = await findForReview(session, attempt)
  await inCompanyOfRecording(session, found, 'proctoring.claim', () =>
    db.transaction(async (trx) => {
      const row: RecordingRow = await trx.from('proctoring_recordings').where('id', found.id).forUpdate().firstOrFail()
      if (!IN_REVIEW.includes(row.state)) throw conflict('not_in_review')
      if (isClaimed(row) && row.claimed_by !== session.userId) throw conflict('claimed_by_other')
      if (await hasDecided(row, session.userId)) throw conflict('other_examiner')
      await trx.from('proctoring_recordings').where('id', row.id).update({ claimed_by: session.userId, claimed_at: new Date() })
    }),
  )
}

/**
 * Releases an attempt that the examiner claimed. An attempt that somebody else claimed is unchanged. @throws AppError 404; 409 own_company
 */
export async function release(session: Session, attempt: string): Promise<void> {
  const found = await findForReview(session, attempt)
  await inCompanyOfRecording(session, found, 'proctoring.release', async () => {
    await db
      .from('proctoring_recordings')
      .where({ id: found.id, claimed_by: session.userId })
      .update({ claimed_by: null, claimed_at: null })
  })
}
