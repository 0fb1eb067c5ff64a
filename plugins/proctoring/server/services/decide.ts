import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { entitledTo } from '#core/contract/access'
import { conflict, forbidden, invalid } from '#core/contract/errors'
import { sendMail } from '#core/kit/mail'
import type { Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { APPEAL_DAYS, IN_REVIEW, type Verdict, after } from '../../contract/states.js'
import { hasDecided, isClaimed } from './claim.js'
import { APPROVED_MAIL, REJECTED_MAIL } from './mail_triggers.js'
import { below, ownRecording, type RecordingRow } from './recording_row.js'
import { findForReview, inCompanyOfRecording } from './review_access.js'

const DAY_MS = 86_400_000
const ROUND = { todo: 1, second: 2, appeal: 3 } as const

/** The values of the mails about a verdict. */
export interface VerdictFacts {
  recording: number
}

/**
 * Stores an examiner's verdict on an attempt that they claimed. A rejection needs an explanation, and counts once another examiner agrees.
 * The final verdict is passed to learning in the same transaction, and mailed to the participant.
 * @throws AppError 403 without the entitlement; 404; 409 own_company, not_in_review, not_claimed, other_examiner; 422 on `explanation`
 */
export async function decide(session: Session, attempt: string, verdict: Verdict, explanation: string): Promise<void> {
  if (verdict === 'reject' && !explanation.trim()) throw invalid('explanation', 'required')
  const found = await findForReview(session, attempt)
  if (!session.isAllowed(entitledTo('examinator_can_validate_attempts'))) throw forbidden()
  await inCompanyOfRecording(session, found, `proctoring.${verdict}`, () =>
    db.transaction(async (trx) => {
      // Take learning's lock first, as when an attempt is handed in: attempt, participation, then the recording.
      const learning = await serviceOf(learningService, trx)
      const seen: RecordingRow = await trx.from('proctoring_recordings').where('id', found.id).firstOrFail()
      const state = after(seen.state, verdict)
      const isFinal = state === 'approved' || state === 'rejected'
      if (IN_REVIEW.includes(seen.state) && isFinal) await learning?.decideAttempt(trx, found.attempt_id!, state)
      const row: RecordingRow = await trx.from('proctoring_recordings').where('id', found.id).forUpdate().firstOrFail()
      // Another examiner decided meanwhile: roll back.
      if (!IN_REVIEW.includes(row.state) || row.state !== seen.state) throw conflict('not_in_review')
      if (!isClaimed(row) || row.claimed_by !== session.userId) throw conflict('not_claimed')
      if (await hasDecided(row, session.userId)) throw conflict('other_examiner')
      const round = ROUND[row.state as keyof typeof ROUND]
      await trx
        .table('proctoring_decisions')
        .insert({ ...below(row), round, verdict, explanation: explanation.trim(), by_user: session.userId })
      await trx
        .from('proctoring_recordings')
        .where('id', row.id)
        .update({
          state,
          claimed_by: null,
          claimed_at: null,
          ...(isFinal && { decided_at: new Date(), evidence_expires_at: evidenceExpiry(row, verdict) }),
        })
      if (isFinal) await tell(trx, row, state)
    }),
  )
}

/**
 * After the final decision the evidence is stored for as long as the participant was told. After a rejection the time for an appeal is
 * added. Pure.
 */
export function evidenceExpiry(row: Pick<RecordingRow, 'state' | 'retention_days'>, verdict: Verdict, now = Date.now()): Date {
  const appealDays = verdict === 'reject' && row.state !== 'appeal' ? APPEAL_DAYS : 0
  return new Date(now + (row.retention_days + appealDays) * DAY_MS)
}

async function tell(trx: TransactionClientContract, row: RecordingRow, state: 'approved' | 'rejected'): Promise<void> {
  const payload: VerdictFacts = { recording: row.id }
  const trigger = state === 'approved' ? APPROVED_MAIL : REJECTED_MAIL
  await sendMail(trx, trigger, { to: { member: row.membership_id }, payload, key: `${row.id}:${row.state}` })
}

/** Whether the participant may still appeal. Pure. */
export const mayAppeal = (row: Pick<RecordingRow, 'state' | 'appealed_at' | 'decided_at'>, now = Date.now()): boolean =>
  row.state === 'rejected' && row.appealed_at === null && now - row.decided_at!.getTime() < APPEAL_DAYS * DAY_MS

/**
 * Stores the participant's appeal against a rejection. They can appeal once; a third examiner reviews the attempt.
 * @throws AppError 404; 409 no_appeal
 */
export async function appeal(session: Session, attempt: string, text: string): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await ownRecording(session, attempt, trx)
    if (!mayAppeal(row)) throw conflict('no_appeal')
    await trx
      .from('proctoring_recordings')
      .where('id', row.id)
      .update({ state: 'appeal', appeal: text, appealed_at: new Date(), evidence_expires_at: null })
  })
}
