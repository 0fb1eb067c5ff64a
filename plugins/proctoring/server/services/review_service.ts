import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import { readSealed } from '#core/kit/files'
import type { Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { IN_REVIEW, MAX_PIECE_BYTES } from '../../contract/states.js'
import { photoFile } from '../files.js'
import { hasDecided, isClaimed } from './claim.js'
import { openKey } from './evidence_key.js'
import type { Photo } from './prepare.js'
import { below, ofRecording, type RecordingRow } from './recording_row.js'
import { findForReview, inCompanyOfRecording } from './review_access.js'

export interface PieceRow {
  id: number
  source: 'camera' | 'screen'
  number: number
  started_at: Date
  milliseconds: number
}

/** The recorded pieces, and the events during the attempt. */
export async function piecesAndMarks(row: RecordingRow) {
  const of = ofRecording(row)
  const pieces: PieceRow[] = await db
    .from('proctoring_pieces')
    .where(of)
    .orderBy(['source', 'number'])
    .select('id', 'source', 'number', 'started_at', 'milliseconds')
  const marks: { kind: string; at: Date }[] = await db.from('proctoring_marks').where(of).orderBy('at').select('kind', 'at')
  return { pieces, marks }
}

/** Runs in the participant's company. A player asks for several pieces at the same time: that is one view. */
async function noteView(session: Session, row: RecordingRow): Promise<void> {
  const recent = (client: Pick<TransactionClientContract, 'from'>) =>
    client
      .from('proctoring_views')
      .where({ ...ofRecording(row), by_user: session.userId })
      .whereRaw(`at > clock_timestamp() - interval '1 minute'`)
      .first()
  if (await recent(db)) return
  await db.transaction(async (trx) => {
    await trx.from('proctoring_recordings').where('id', row.id).forUpdate().select('id')
    if (!(await recent(trx))) await trx.table('proctoring_views').insert({ ...below(row), by_user: session.userId })
  })
}

/**
 * One attempt as its examiner reads it. The view is logged once a minute for each examiner, and the participant can see it.
 * @throws AppError 404; 409 own_company
 */
export async function showReview(session: Session, attempt: string) {
  const row = await findForReview(session, attempt)
  return inCompanyOfRecording(session, row, 'proctoring.view', async () => {
    const of = ofRecording(row)
    await noteView(session, row)
    const { pieces, marks } = await piecesAndMarks(row)
    const notes: { id: number; by_user: number; at: Date; text: string }[] = await db.from('proctoring_notes').where(of).orderBy('at')
    const decisions: { round: number; verdict: string; explanation: string; by_user: number; at: Date }[] = await db
      .from('proctoring_decisions')
      .where(of)
      .orderBy('round')
    const answers = await (await serviceOf(learningService))?.answersOf(row.attempt_id!)
    const room =
      row.course_id === null || !row.started_at
        ? null
        : ((await (await serviceOf(examsService))?.inTheRoom(row.membership_id, row.course_id, row.started_at)) ?? null)
    const isOwn = isClaimed(row) && row.claimed_by === session.userId
    const decidedBefore = await hasDecided(row, session.userId)
    return { row, pieces, marks, notes, decisions, answers, room, isOwn, decidedBefore }
  })
}

/**
 * The bytes of one recorded piece.
 * @throws AppError 404; 409 own_company, not_claimed, evidence_gone
 */
export async function readPiece(session: Session, attempt: string, piece: string): Promise<{ bytes: Buffer; type: string }> {
  return readEvidence(
    session,
    attempt,
    async (row) => {
      const found: { file_id: number } | null = await db
        .from('proctoring_pieces')
        .where({ id: piece, recording_id: row.id })
        .select('file_id')
        .first()
      return found?.file_id ?? null
    },
    MAX_PIECE_BYTES,
  )
}

/** The photo of the document or of the face. @throws AppError as `readPiece` */
export const readPhoto = (session: Session, attempt: string, photo: Photo) =>
  readEvidence(session, attempt, async (row) => row[`${photo}_photo_id`], photoFile.maxBytes)

async function readEvidence(
  session: Session,
  attempt: string,
  fileOf: (row: RecordingRow) => Promise<number | null>,
  maxBytes: number,
): Promise<{ bytes: Buffer; type: string }> {
  const row = await findForReview(session, attempt)
  if (IN_REVIEW.includes(row.state) && !(isClaimed(row) && row.claimed_by === session.userId)) throw conflict('not_claimed')
  return inCompanyOfRecording(session, row, 'proctoring.evidence', async () => {
    // After the verdict only those who decided may look again.
    if (!IN_REVIEW.includes(row.state) && !(await hasDecided(row, session.userId))) throw conflict('not_claimed')
    const id = await fileOf(row)
    if (id !== null) await noteView(session, row)
    const bytes = id === null ? null : await readSealed(id, openKey(row.key), maxBytes)
    if (!bytes) throw notFound()
    return { bytes, type: typeOf(bytes) }
  })
}

/** The media type, from the first bytes: they were validated when the file was stored. Pure. */
export function typeOf(bytes: Buffer): string {
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return 'video/webm'
  if (bytes.subarray(4, 8).toString('latin1') === 'ftyp') return 'video/mp4'
  if (bytes.readUInt16BE(0) === 0xffd8) return 'image/jpeg'
  return bytes.subarray(0, 4).toString('latin1') === 'RIFF' ? 'image/webp' : 'image/png'
}

/** Stores a note at a moment of the recording; proctors comment in the same way. @throws AppError 404; 409 own_company, not_in_review */
export async function addNote(session: Session, attempt: string, at: Date, text: string): Promise<void> {
  const row = await findForReview(session, attempt)
  if (!IN_REVIEW.includes(row.state)) throw conflict('not_in_review')
  await inCompanyOfRecording(session, row, 'proctoring.note', async () => {
    await db.table('proctoring_notes').insert({ ...below(row), by_user: session.userId, at, text })
  })
}
