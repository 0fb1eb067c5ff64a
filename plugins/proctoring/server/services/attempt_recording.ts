import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { conflict } from '#core/contract/errors'
import type { AttemptRecording } from '#plugins/learning/contract/recording'
import { assertBrowser } from './safe_browser/assert_browser.js'
import { extraTimeOf } from './extra_time.js'
import { makeReceipt } from './receipt.js'
import { below, type RecordingRow } from './recording_row.js'
import { noteRoomOf } from './room.js'

/** Days for which the evidence of an attempt that is never handed in is stored. */
const UNFINISHED_DAYS = 90

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** The functions that learning calls for recorded attempts. */
export const recording: AttemptRecording = {
  assertBrowser,

  async begin(trx, { attemptId, participationId, activityId }) {
    const row: RecordingRow | null = await trx
      .from('proctoring_recordings')
      .where({ participation_id: participationId, activity_id: activityId, state: 'prepared' })
      .forUpdate()
      .first()
    // An examinee identifies themselves with a photo of the document and a photo of the face.
    if (!row || row.id_photo_id === null || row.face_photo_id === null) throw conflict('recording_not_prepared')
    const now = new Date()
    await trx
      .from('proctoring_recordings')
      .where('id', row.id)
      .update({ attempt_id: attemptId, state: 'running', started_at: now, evidence_expires_at: inDays(UNFINISHED_DAYS) })
    await trx.table('proctoring_marks').insert({ ...below(row), kind: 'started', at: now })
    return { reviewCompanyId: row.review_company_id, extraTime: await extraTimeOf(trx, row.membership_id) }
  },

  async submitted(trx, attemptId, outcome, answersSha256) {
    const row: RecordingRow | null = await trx.from('proctoring_recordings').where('attempt_id', attemptId).forUpdate().first()
    if (!row || row.state !== 'running') return
    await noteRoomOf(trx, row)
    const now = new Date()
    await trx.table('proctoring_marks').insert({ ...below(row), kind: 'submitted', at: now })
    const isOver = outcome === 'failed'
    await trx
      .from('proctoring_recordings')
      .where('id', row.id)
      .update({
        state: isOver ? 'not_reviewed' : 'todo',
        submitted_at: now,
        evidence_expires_at: isOver ? inDays(row.retention_days) : null,
        receipt: JSON.stringify(await makeReceipt(trx, row, now, answersSha256)),
        token: randomBytes(16).toString('base64url'),
      })
  },

  async unreviewed(attemptIds, trx) {
    const rows: { attempt_id: number }[] = await (trx ?? db)
      .from('proctoring_recordings')
      .whereIn('attempt_id', [...attemptIds])
      .where('state', 'not_reviewed')
      .select('attempt_id')
    return new Set(rows.map(({ attempt_id: id }) => id))
  },

  async review(trx, attemptId) {
    // Evidence that was deleted in the meantime does not come back: the examiner then decides by what is left.
    await trx
      .from('proctoring_recordings')
      .where({ attempt_id: attemptId, state: 'not_reviewed' })
      .update({ state: 'todo', evidence_expires_at: null })
  },

  async reopened(trx, attemptId) {
    await trx
      .from('proctoring_recordings')
      .where({ attempt_id: attemptId, state: 'not_reviewed' })
      .whereNull('evidence_deleted_at')
      .update({ state: 'running', submitted_at: null, receipt: null, token: null, evidence_expires_at: inDays(UNFINISHED_DAYS) })
  },
}
