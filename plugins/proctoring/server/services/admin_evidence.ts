import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { readSealed } from '#core/kit/files'
import { inCompanyOfRow, type Session, withinReach } from '#core/kit/scope'
import { MAX_PIECE_BYTES } from '../../contract/states.js'
import { photoFile } from '../files.js'
import { openKey } from './evidence_key.js'
import type { Photo } from './prepare.js'
import { below, ofRecording, type RecordingRow } from './recording_row.js'
import { piecesAndMarks, typeOf } from './review_service.js'

/** Minutes for which a reason gives access to the evidence. */
const OPEN_MINUTES = 60
/** Minimum length of a reason, in characters. */
const REASON_MIN = 10

/** Runs in the participant's company, audited. @throws AppError 404 */
async function inRecording<T>(session: Session, attempt: string, fn: (row: RecordingRow) => Promise<T>): Promise<T> {
  const row: RecordingRow | null = await withinReach(session, 'proctoring.evidence', () =>
    db.from('proctoring_recordings').where('attempt_id', attempt).whereNull('evidence_deleted_at').first(),
  )
  if (!row) throw notFound()
  return inCompanyOfRow(session, { table: 'proctoring_recordings', id: row.id, reason: 'proctoring.evidence' }, () => fn(row))
}

/** The same for an admin who gave a reason within the last hour. Everybody else gets 404. @throws AppError 404 */
const withReason = <T>(session: Session, attempt: string, fn: (row: RecordingRow) => Promise<T>): Promise<T> =>
  inRecording(session, attempt, async (row) => {
    const given = await db
      .from('proctoring_views')
      .where({ ...ofRecording(row), by_user: session.userId })
      .whereNotNull('reason')
      .whereRaw(`at > now() - interval '${OPEN_MINUTES} minutes'`)
      .first()
    if (!given) throw notFound()
    return fn(row)
  })

/**
 * Writes the admin's reason to the log that the participant can read, and gives access to the evidence for an hour. @throws AppError 404,
 * also without a reason
 */
export async function openWithReason(session: Session, attempt: string, reason: string): Promise<void> {
  if (reason.trim().length < REASON_MIN) throw notFound()
  await inRecording(session, attempt, async (row) => {
    await db.table('proctoring_views').insert({ ...below(row), by_user: session.userId, reason: reason.trim() })
  })
}

/** The recording with its time line, without answers, notes or verdicts: only examiners see those. @throws AppError 404 */
export const showEvidence = (session: Session, attempt: string) =>
  withReason(session, attempt, async (row) => ({ row, ...(await piecesAndMarks(row)) }))

/** @throws AppError 404; 409 evidence_gone */
export const readEvidencePiece = (session: Session, attempt: string, piece: string) =>
  withReason(session, attempt, async (row) => {
    const found: { file_id: number } | null = await db.from('proctoring_pieces').where({ id: piece, recording_id: row.id }).first()
    return read(row, found?.file_id ?? null, MAX_PIECE_BYTES)
  })

/** @throws AppError as `readEvidencePiece` */
export const readEvidencePhoto = (session: Session, attempt: string, photo: Photo) =>
  withReason(session, attempt, (row) => read(row, row[`${photo}_photo_id`], photoFile.maxBytes))

async function read(row: RecordingRow, file: number | null, maxBytes: number): Promise<{ bytes: Buffer; type: string }> {
  const bytes = file === null ? null : await readSealed(file, openKey(row.key), maxBytes)
  if (!bytes) throw notFound()
  return { bytes, type: typeOf(bytes) }
}
