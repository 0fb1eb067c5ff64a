import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { AppError, conflict, invalid } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import { attachFile, storeSealed } from '#core/kit/files'
import type { Session } from '#core/kit/scope'
import type { BrowserProof } from '#plugins/learning/contract/recording'
import type { Mark } from '../../contract/states.js'
import { pieceFile } from '../files.js'
import { openKey } from './evidence_key.js'
import { assertBrowser } from './safe_browser/assert_browser.js'
import { below, ofRecording, ownRecording, type RecordingRow } from './recording_row.js'

/** Milliseconds after handing in during which late pieces are accepted, until an examiner claims the attempt. */
const FOLLOWS_MS = 24 * 3_600_000
/** Upper bound of a piece's number: more pieces than fit in a day cannot belong to a recording. */
export const MAX_PIECES = 20_000
/** Maximum storage of one attempt in bytes: some eleven hours of film. No exam takes longer. */
export const MAX_BYTES = 4 * 1024 ** 3
/** Maximum number of marks of one attempt, so that a page that keeps reporting cannot fill the database. */
const MAX_MARKS = 2000

export interface Piece {
  source: 'camera' | 'screen'
  /** Counts from 0, and continues after a reload. */
  number: number
  startedAt: Date
  milliseconds: number
  /** Hex hash of the piece as it was recorded. */
  sha256: string
}

/**
 * Pieces and marks have to come from the browser in which the attempt is taken.
 * @returns the recording
 * @throws AppError 404 for another person's attempt; 409 safe_browser_required
 */
export async function assertRecordingBrowser(session: Session, attempt: string, proof: BrowserProof): Promise<RecordingRow> {
  const row = await ownRecording(session, attempt)
  const { safe_browser: isSafe, course_id: courseId, activity_key: activityKey } = row
  if (isSafe && courseId !== null && activityKey !== null)
    await assertBrowser({ courseId, activityKey }, { participationId: row.participation_id, activityId: row.activity_id }, proof)
  return row
}

function assertOpen(row: RecordingRow, now = Date.now()): void {
  if (row.state === 'running') return
  const follows = row.submitted_at !== null && now - row.submitted_at.getTime() < FOLLOWS_MS
  if (!follows || !['todo', 'not_reviewed'].includes(row.state) || row.claimed_by !== null || row.evidence_deleted_at)
    throw conflict('recording_closed')
}

/** The start of a piece, limited to the duration of the attempt because a browser's clock cannot be trusted. Pure. */
export function within(row: Pick<RecordingRow, 'started_at'>, at: Date, now = new Date()): Date {
  const [from, to] = [row.started_at?.getTime() ?? now.getTime(), now.getTime()]
  return new Date(Math.min(Math.max(at.getTime(), from), to))
}

/** The piece with a number, if there is one, and the bytes of all pieces. Names the company, which the index begins with. */
const STORED = `select
  (select sha256 from proctoring_pieces where company_id = $1 and recording_id = $2 and source = $3 and number = $4) as known,
  (select coalesce(sum(size), 0) from proctoring_pieces where company_id = $1 and recording_id = $2) as bytes`

/**
 * Stores one piece of the recording, encrypted. Idempotent for the same piece.
 * @param row the person's own recording
 * @throws AppError 409 recording_closed, recording_full, screen_not_recorded, piece_differs (another
 * piece has this number); 422 on `piece`: too_large, wrong_file_type, hash_differs
 */
export async function storePiece(
  session: Session,
  row: RecordingRow,
  piece: Piece,
  read: () => Promise<Uint8Array>,
): Promise<'kept' | 'known'> {
  assertOpen(row)
  // The participant agreed only to what was asked.
  if (piece.source === 'screen' && !row.record_screen) throw conflict('screen_not_recorded')
  const [stored] = await preparedQuery<{ known: string | null; bytes: number }>(db, 'proctoring_stored', STORED, [
    ...[row.company_id, row.id, piece.source, piece.number],
  ])
  if (stored!.known) {
    if (stored!.known !== piece.sha256) throw conflict('piece_differs')
    return 'known'
  }
  if (stored!.bytes >= MAX_BYTES) throw conflict('recording_full')
  const content = await read()
  if (createHash('sha256').update(content).digest('hex') !== piece.sha256) throw invalid('piece', 'hash_differs')
  const name = `${piece.source}-${piece.number}`
  const keeping = { name, content, field: 'piece', key: openKey(row.key) }
  const file = await storeSealed(pieceFile, keeping).catch((error: unknown) => noteFull(row, piece.startedAt, error))
  return db.transaction(async (trx) => {
    // Lock the row, so that a claim by an examiner and the deletion of the evidence run before or after this.
    assertOpen(await ownRecording(session, row.attempt_id!, trx))
    const inserted = await trx
      .knexQuery()
      .table('proctoring_pieces')
      .insert({
        ...below(row),
        source: piece.source,
        number: piece.number,
        started_at: within(row, piece.startedAt),
        milliseconds: piece.milliseconds,
        size: content.byteLength,
        sha256: piece.sha256,
        file_id: file.id,
      })
      .onConflict(['company_id', 'recording_id', 'source', 'number'])
      .ignore()
      .returning('id')
    // A concurrent request stored a piece with this number. This file stays unattached and is cleaned up.
    if (!inserted.length) {
      const at = { company_id: row.company_id, recording_id: row.id, source: piece.source, number: piece.number }
      const other = await trx.from('proctoring_pieces').where(at).select('sha256').firstOrFail()
      if (other.sha256 !== piece.sha256) throw conflict('piece_differs')
      return 'known'
    }
    await attachFile(trx, file.id, { purpose: pieceFile })
    return 'kept'
  })
}

/**
 * Marks on the time line that files cannot be stored, such as on a full disk, whether the piece arrives later or not. The exam goes on.
 * @throws the original error: the browser keeps the piece and retries
 */
async function noteFull(row: RecordingRow, at: Date, error: unknown): Promise<never> {
  if (error instanceof AppError) throw error
  await db
    .knexQuery()
    .table('proctoring_marks')
    .insert({ ...below(row), kind: 'storage_full' satisfies Mark, at: within(row, at) })
    .onConflict(['company_id', 'recording_id', 'kind', 'at'])
    .ignore()
  throw error
}

/** Stores events during the attempt. An event that is already stored is skipped. @throws AppError 404; 409 recording_closed */
export async function storeMarks(session: Session, attempt: string, marks: readonly { kind: Mark; at: Date }[]): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await ownRecording(session, attempt, trx)
    assertOpen(row)
    const [{ n }] = await trx.from('proctoring_marks').where(ofRecording(row)).count('* as n')
    const room = Math.max(0, MAX_MARKS - Number(n))
    const rows = marks.slice(0, room).map(({ kind, at }) => ({ ...below(row), kind, at: within(row, at) }))
    if (!rows.length) return
    await trx.knexQuery().table('proctoring_marks').insert(rows).onConflict(['company_id', 'recording_id', 'kind', 'at']).ignore()
  })
}

/** The numbers that the server has for each source, and the next number to use. @throws AppError 404 */
export async function receivedPieces(session: Session, attempt: string) {
  const row = await ownRecording(session, attempt)
  const rows: { source: Piece['source']; number: number }[] = await db
    .from('proctoring_pieces')
    .where(ofRecording(row))
    .orderBy('number')
    .select('source', 'number')
  const of = (source: Piece['source']) => rows.filter((piece) => piece.source === source).map(({ number }) => number)
  const next = (numbers: number[]) => (numbers.length ? numbers.at(-1)! + 1 : 0)
  const [camera, screen] = [of('camera'), of('screen')]
  return {
    state: row.state,
    record_screen: row.record_screen,
    camera: { received: camera, next: next(camera) },
    screen: { received: screen, next: next(screen) },
  }
}
