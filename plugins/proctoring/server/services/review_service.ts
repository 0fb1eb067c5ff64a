import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import { readSealed } from '#core/kit/files'
import type { Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { DECIDED, IN_REVIEW, MAX_PIECE_BYTES, REVIEWS_COUNTED } from '../../contract/states.js'
import { photoFile } from '../files.js'
import { hasDecided, isClaimed } from './claim.js'
import { openKey } from './evidence_key.js'
import type { Photo } from './prepare.js'
import { below, type RecordingRow } from './recording_row.js'
import { findForReview, inCompanyOfRecording } from './review_access.js'

/** The tab of the examiner's list that shows an attempt. */
export const TABS = ['todo', 'doing', 'done'] as const
export type Tab = (typeof TABS)[number]

/** Maximum number of attempts in each tab; others appear once these are reviewed. */
const LISTED = 200

const among = (states: readonly string[]) => `state in (${states.map((state) => `'${state}'`).join()})`
const CLAIMED = `coalesce(claimed_by is not null and claimed_at > now() - interval '1 hour', false)`
/** This examiner decided in an earlier round: another one has to review the attempt, so it is done for this one. */
const DECIDED_BEFORE = `exists (select 1 from proctoring_decisions d
  where d.company_id = proctoring_recordings.company_id and d.recording_id = proctoring_recordings.id and d.by_user = :user)`
const IN_TAB: Record<Tab, string> = {
  todo: `${among(IN_REVIEW)} and not ${CLAIMED} and not ${DECIDED_BEFORE}`,
  doing: `${among(IN_REVIEW)} and ${CLAIMED}`,
  done: `(${among(DECIDED)} or ${among(IN_REVIEW)} and not ${CLAIMED} and ${DECIDED_BEFORE})`,
}

/**
 * The attempts that this company reviews: `todo` and `doing` oldest first, `done` newest first. What this examiner decided and a colleague
 * still has to review is among `done`. Runs in the scope of that company.
 */
export async function listReviews(session: Session, tab: Tab): Promise<RecordingRow[]> {
  const query = db
    .from('proctoring_recordings')
    .where('review_company_id', session.companyId!)
    .whereRaw(IN_TAB[tab], { user: session.userId })
    .limit(LISTED)
  if (tab === 'done') return query.orderByRaw('decided_at desc nulls first, submitted_at desc')
  return query.orderByRaw('coalesce(appealed_at, submitted_at)')
}

/**
 * The number of attempts in each tab and of open complaints, up to one more than REVIEWS_COUNTED. Each part is found with the index of the
 * provider's rows by state.
 */
export async function countReviews(session: Session): Promise<Record<Tab | 'complaints', number>> {
  const decidedBefore = `${among(IN_REVIEW)} and not ${CLAIMED} and ${DECIDED_BEFORE}`
  const found = (table: string, where: string) =>
    `(select count(*) from (select 1 from ${table} where review_company_id = :company and ${where} limit ${REVIEWS_COUNTED + 1}) found)`
  const { rows } = await db.rawQuery<{ rows: Record<Tab | 'complaints', number>[] }>(
    `select ${found('proctoring_recordings', IN_TAB.todo)} as todo, ${found('proctoring_recordings', IN_TAB.doing)} as doing,
            least(${found('proctoring_recordings', among(DECIDED))} + ${found('proctoring_recordings', decidedBefore)}, ${REVIEWS_COUNTED + 1}) as done,
            ${found('proctoring_complaints', 'answered_at is null')} as complaints`,
    { company: session.companyId!, user: session.userId },
  )
  return rows[0]!
}

export interface PieceRow {
  id: number
  source: 'camera' | 'screen'
  number: number
  started_at: Date
  milliseconds: number
}

/** The recorded pieces, and the events during the attempt. */
export async function piecesAndMarks(recordingId: number) {
  const of = { recording_id: recordingId }
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
      .where({ recording_id: row.id, by_user: session.userId })
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
    const of = { recording_id: row.id }
    await noteView(session, row)
    const { pieces, marks } = await piecesAndMarks(row.id)
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
    const decidedBefore = await hasDecided(row.id, session.userId)
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
    if (!IN_REVIEW.includes(row.state) && !(await hasDecided(row.id, session.userId))) throw conflict('not_claimed')
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
